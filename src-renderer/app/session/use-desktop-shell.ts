import { useEffect } from 'react';
import type { DeepLink, Opening } from '../../../src-shared/shell-api.ts';
import { desktopShell } from '../../client/desktop-shell.ts';
import { openFile } from '../../features/executions/editor/opened-files.ts';
import { isUnderWay, useRun } from '../../features/executions/run-store.ts';
import { showToast } from '../../ui/overlays/toasts.ts';
import { lock } from './lock.ts';

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
      if (opening.kind !== 'refused-file') navigate(opening.kind === 'file' ? '/run' : pathOf(opening));
      if (opening.kind === 'file' || opening.kind === 'refused-file') void openFile(opening);
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
  useEffect(reportRunEnds, []);
}

function pathOf(link: DeepLink): string {
  return link.kind === 'open' ? `/${link.screen}` : `/vault/${encodeURIComponent(link.name)}`;
}

/** Reports the end of each run: the shell notifies the user of a long one while another window has the focus. */
function reportRunEnds(): (() => void) | undefined {
  if (desktopShell === undefined) return undefined;
  const shell = desktopShell;
  return useRun.subscribe(({ run }, { run: before }) => {
    // A run that is shown from the history ended earlier. The log identifies a run.
    if (run?.result === undefined || run.log !== before?.log || !isUnderWay(before) || isUnderWay(run)) return;
    const { status } = run.result;
    if (status === 'queued' || status === 'running') return;
    void shell.reportRunEnd({ status, durationMs: Date.now() - run.startedAt });
  });
}
