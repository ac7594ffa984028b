import { useEffect } from 'react';
import type { NotedRun, Opening, ShellApi } from '../../../src-shared/shell-api.ts';
import { desktopShell } from '../../client/desktop-shell.ts';
import { loadPart } from '../../client/load-part.ts';
import { renewIfNeeded } from '../../client/send.ts';
import { sessionStore } from '../../client/session/session.ts';
import { type RunOwner, scriptOfOwner } from '../../features/executions/run-owner.ts';
import { isUnderWay, type Run, useCurrentRuns } from '../../features/executions/run-store.ts';
import { openFile } from '../../features/executions/scratches/open-scratch.ts';
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

/** Lends the session of this window to the quick run window when the shell asks. Returns how to stop. */
function lendOnRequest(shell: ShellApi): () => void {
  return shell.onLend(() => void lend(shell));
}

async function lend(shell: ShellApi): Promise<void> {
  // Without the daemon no token can be renewed, and none is of use.
  await renewIfNeeded().catch(() => undefined);
  const { session } = sessionStore.getState();
  const isOpen = session !== null && !session.isRefused;
  await shell.lendSession(isOpen ? { token: session.token, user: session.user } : null);
}

/** Reports the end of each run: the shell notifies the user while another window is in front. Returns how to stop. */
function reportRunEnds(shell: ShellApi): () => void {
  return useCurrentRuns.subscribe(({ runs }, { runs: before }) => {
    if (runs === before) return;
    for (const [owner, run] of Object.entries(runs) as [RunOwner, Run][]) {
      // A document can have another name than before; the log identifies a run.
      const earlier = Object.values(before).find((one) => one?.log === run.log);
      if (isUnderWay(earlier) && !isUnderWay(run)) report(shell, owner, run);
    }
  });
}

function report(shell: ShellApi, owner: RunOwner, { result, startedAt }: Run): void {
  if (result === undefined || result.status === 'queued' || result.status === 'running') return;
  const script = scriptOfOwner(owner);
  const { id, status } = result;
  void shell.reportRunEnd({ id, status, durationMs: Date.now() - startedAt, ...(script !== undefined && { script }) });
}
