import { useEffect } from 'react';
import type { NotedRun, Opening } from '../../../src-shared/shell-api.ts';
import { desktopShell } from '../../client/desktop-shell.ts';
import { loadPart } from '../../client/load-part.ts';
import { openFile } from '../../features/executions/scratches/open-scratch.ts';
import { showToast } from '../../ui/overlays/toasts.ts';
import { lendOnRequest } from './lend-session.ts';
import { lock } from './lock.ts';
import { reportRunEnds } from './report-runs.ts';

interface DesktopShellUse {
  navigate(path: string): void;
  autoLockMinutes: number;
}

/** Connects the window to the desktop shell while a user is logged in. */
export function useDesktopShell({ navigate, autoLockMinutes }: DesktopShellUse): void {
  useEffect(() => desktopShell?.onLock((reason) => void lock(reason)), []);
  useEffect(() => {
    const show = (opening: Opening) => {
      if (opening.kind === 'refused-link') return showToast(`The link was not opened. ${opening.reason}`, 'danger');
      if (opening.kind === 'refused-file') return void openFile(opening);
      navigate(pathOf(opening));
      if (opening.kind === 'file') void openFile(opening);
      else if (opening.kind === 'shown-run' || opening.kind === 'repeated-run') void follow(opening);
    };
    return desktopShell?.onOpening(show);
  }, [navigate]);
  useEffect(() => {
    void desktopShell?.reportState({ signedIn: true, autoLockMinutes });
  }, [autoLockMinutes]);
  useEffect(
    () => () => {
      void desktopShell?.reportState({ signedIn: false, autoLockMinutes: 1 });
    },
    [],
  );
  useEffect(() => desktopShell && reportRunEnds(desktopShell), []);
  useEffect(() => desktopShell && lendOnRequest(desktopShell), []);
}

function pathOf(opening: Exclude<Opening, { kind: 'refused-link' | 'refused-file' }>): string {
  if (opening.kind === 'open') return `/${opening.screen}`;
  const script = opening.kind === 'run' ? opening.name : 'script' in opening ? opening.script : undefined;
  return script === undefined ? '/run' : `/vault/${encodeURIComponent(script)}`;
}

/** Its code is loaded when it is first needed. */
async function follow(run: NotedRun): Promise<void> {
  const { followNotedRun } = await loadPart(() => import('./noted-run.tsx'));
  await followNotedRun(run);
}
