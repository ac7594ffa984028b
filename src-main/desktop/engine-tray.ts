import type { Agent } from 'node:http';
import type { Health } from '../../src-shared/contracts/service.contract.ts';
import type { DaemonState } from '../daemon/daemon-state.ts';
import { watchHealth } from '../daemon/health-watch.ts';
import { describeEngine } from './engine-label.ts';
import type { createTray } from './tray.ts';

interface EngineTrayDeps {
  canLock: () => boolean;
  recentScripts: () => readonly string[];
  /** Opens a connection to the running daemon, for one request. */
  connect: () => Promise<Agent>;
}

/** Shows the state of the daemon and of its engine, and the recent scripts, in the tray. */
export function createEngineTray({ canLock, recentScripts, connect }: EngineTrayDeps) {
  let tray: ReturnType<typeof createTray> | undefined;
  let state: DaemonState = { kind: 'starting' };
  let health: Health | undefined;
  let watch: { stop(): void } | undefined;

  function show(): void {
    const { tone, label } = describeEngine(state, health);
    tray?.show(tone, { label, canLock: canLock(), scripts: recentScripts() });
  }

  return {
    show,
    follow: (next: DaemonState): void => {
      watch?.stop();
      state = next;
      health = undefined;
      if (next.kind === 'running')
        watch = watchHealth({ url: next.url, connect }, (answer) => {
          health = answer;
          show();
        });
      show();
    },
    putUp: (made: ReturnType<typeof createTray>): void => {
      tray = made;
      show();
    },
    remove: (): void => {
      watch?.stop();
      tray?.remove();
      tray = undefined;
    },
  };
}
