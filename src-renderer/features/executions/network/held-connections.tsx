import { Suspense, useSyncExternalStore } from 'react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { lazyComponent } from '../../../ui/page/lazy-part.ts';
import type { NetworkActions } from './network-actions.ts';
import { heldHosts, type LoggedConnection, type NetworkLog } from './network-log.ts';

// The first screen does not need it.
const HeldList = lazyComponent(() => import('./held-list.tsx'), 'HeldList');

interface HeldConnectionsProps {
  runId: string;
  log: NetworkLog;
  actions: NetworkActions;
}

/** Hosts shown at once; further ones follow when these are decided. */
const shownHosts = 3;

/** Shows the connections that wait for a decision, and announces them to screen readers without moving the focus. */
export function HeldConnections({ runId, log, actions }: HeldConnectionsProps) {
  const held = heldHosts(useSyncExternalStore(log.watch, log.rows));
  const shown = held.slice(0, shownHosts);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {held.length > 0 && announcementOf(shown)}
      </p>
      {held.length > 0 && (
        <Suspense>
          <HeldList runId={runId} held={shown} more={held.length - shown.length} actions={actions} />
        </Suspense>
      )}
    </>
  );
}

function announcementOf(held: readonly LoggedConnection[]): string {
  const hosts = held.map(({ host, port }) => `${visibleLine(host)}, port ${port}`);
  return `The program waits for your decision about ${hosts.join('; ')}. You have up to 60 seconds.`;
}
