import { BookOpen, Compass, FileSearch, Lock, type LucideIcon, Monitor, Moon, Play, Square, Sun } from 'lucide-react';
import { runsUnderWay, useLiveRuns } from '../features/executions/run-store.ts';
import { startScratch } from '../features/executions/scratches/start-scratch.ts';
import { modifier } from '../ui/controls/kbd.tsx';
import { useTheme } from '../ui/page/use-theme.ts';
import { screens } from './screens/screens.tsx';
import { lock } from './session/lock.ts';
import { useTour } from './tour/tour-store.ts';

export interface Action {
  name: string;
  icon: LucideIcon;
  keys?: string;
  act(): void;
}

/** Cancels the run that started last. */
function cancelNewestRun(): void {
  const { runs, cancel } = useLiveRuns.getState();
  const newest = runsUnderWay(runs).at(-1);
  if (newest !== undefined) void cancel(newest);
}

/** Returns the commands of the command palette. */
export function listActions(navigate: (path: string) => void, openScript: () => void): Action[] {
  const choose = useTheme.getState().choose;
  return [
    ...screens.map(({ name, path, icon }, index) => ({
      name: `Go to ${name}`,
      icon,
      keys: `Alt+Shift+${index + 1}`,
      act: () => navigate(path),
    })),
    { name: 'Open a script or a screen', icon: FileSearch, keys: `${modifier}+P`, act: openScript },
    {
      name: 'Run the code in the editor',
      icon: Play,
      keys: `${modifier}+Enter`,
      act: () => {
        navigate('/run');
        void startScratch();
      },
    },
    { name: 'Cancel the run', icon: Square, act: cancelNewestRun },
    { name: 'Lock', icon: Lock, keys: `${modifier}+L`, act: () => void lock('You locked this window.') },
    {
      name: 'Start the tour',
      icon: Compass,
      act: () => {
        navigate('/run');
        useTour.getState().start();
      },
    },
    { name: 'Theme: system', icon: Monitor, act: () => choose('system') },
    { name: 'Theme: light', icon: Sun, act: () => choose('light') },
    { name: 'Theme: dark', icon: Moon, act: () => choose('dark') },
    { name: 'API documentation', icon: BookOpen, act: () => void window.open('/docs', '_blank', 'noopener') },
  ];
}
