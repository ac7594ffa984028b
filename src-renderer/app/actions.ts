import {
  AlignLeft,
  BookOpen,
  Compass,
  FileSearch,
  Lock,
  type LucideIcon,
  Monitor,
  Moon,
  NotepadText,
  Play,
  SlidersHorizontal,
  Square,
  Sun,
  WandSparkles,
} from 'lucide-react';
import { loadPart } from '../client/load-part.ts';
import { editEnvironments } from '../features/executions/environments/environments-store.ts';
import { whenScratchesRestored } from '../features/executions/scratches/keep-scratches.ts';
import { startScratch } from '../features/executions/scratches/start-scratch.ts';
import { modifier } from '../ui/controls/kbd.tsx';
import { useTheme } from '../ui/page/use-theme.ts';
import { cancelShownRun } from './cancel-shown-run.ts';
import { screens } from './screens/screens.tsx';
import { lock } from './session/lock.ts';
import { addTab } from './tabs/add-tab.ts';
import { useTour } from './tour/tour-store.ts';

/** The editor has loaded it already. */
async function formatShown(): Promise<void> {
  const { formatShownEditor } = await loadPart(() => import('../ui/code-editor/formatting.ts'));
  formatShownEditor();
}

export interface Action {
  name: string;
  icon: LucideIcon;
  keys?: string;
  act(): void;
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
        void whenScratchesRestored().then(startScratch);
      },
    },
    { name: 'Cancel the run', icon: Square, keys: `${modifier}+.`, act: cancelShownRun },
    {
      name: 'New scratch',
      icon: NotepadText,
      keys: 'Alt+N',
      act: () => void addTab(navigate),
    },
    { name: 'Generate code', icon: WandSparkles, keys: `${modifier}+I`, act: () => navigate('/generate') },
    { name: 'Format the code', icon: AlignLeft, keys: 'Shift+Alt+F', act: () => void formatShown() },
    { name: 'Edit environments', icon: SlidersHorizontal, act: editEnvironments },
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
