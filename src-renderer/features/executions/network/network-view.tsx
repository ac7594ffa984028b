import { useSyncExternalStore } from 'react';
import { isFailure } from '../../../../src-shared/contracts/network/network-events.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Badge, type Tone } from '../../../ui/feedback/badge.tsx';
import { VirtualList } from '../../../ui/layout/virtual-list.tsx';
import { formatBytes } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';
import { BlockedHosts } from './blocked-hosts.tsx';
import type { NetworkActions } from './network-actions.ts';
import type { LoggedConnection, NetworkLog } from './network-log.ts';

interface NetworkViewProps {
  log: NetworkLog;
  actions: NetworkActions;
}

/** The connections of a run: blocked hosts with what can be done about them, then all connections. */
export function NetworkView({ log, actions }: NetworkViewProps) {
  const { connections, omitted, blocked, blockedOmitted } = useSyncExternalStore(log.watch, log.rows);
  // Those that wait for a decision are shown above, with their buttons.
  const listed = connections.filter(({ state }) => state !== 'held').toReversed();
  return (
    <div className="flex min-h-40 flex-1 flex-col">
      <BlockedHosts blocked={blocked} omitted={blockedOmitted} actions={actions} />
      {listed.length > 0 && (
        <VirtualList
          label="Connections"
          items={listed}
          keyOf={({ id }) => id}
          rowHeight={44}
          row={(connection) => <ConnectionRow connection={connection} />}
          footer={
            omitted > 0 && <p className="px-3 py-1.5 text-xs text-muted">{omitted} older connections are not listed.</p>
          }
        />
      )}
      {listed.length === 0 && <p className="px-3 py-2 text-sm text-muted">The program has opened no connection.</p>}
    </div>
  );
}

const states: Record<LoggedConnection['state'], { label: string; tone: Tone }> = {
  held: { label: 'Waits', tone: 'warn' },
  open: { label: 'Open', tone: 'accent' },
  blocked: { label: 'Blocked', tone: 'danger' },
  closed: { label: 'Closed', tone: 'neutral' },
};

/** A connection that did not succeed says whether it was refused or failed on its own, also after its end. */
function endOf(state: LoggedConnection['state'], reason: LoggedConnection['reason']): { label: string; tone: Tone } {
  if (reason === undefined || (state !== 'closed' && state !== 'blocked')) return states[state];
  return isFailure(reason) ? { label: 'Failed', tone: 'warn' } : states.blocked;
}

function ConnectionRow({ connection }: { connection: LoggedConnection }) {
  const { host, port, state, reason, method, status, bytesIn, bytesOut, secrets } = connection;
  const { label, tone } = endOf(state, reason);
  return (
    <div className="flex h-full items-center gap-3 px-3 text-sm">
      <span className="w-16 shrink-0">
        <Badge tone={tone}>{label}</Badge>
      </span>
      <LongText text={`${visibleLine(host)}:${port}`} className="flex-1 font-mono" />
      {secrets.length > 0 && (
        <ul
          aria-label="Secrets in the requests"
          title={visibleLine(secrets.join(', '))}
          className="flex max-w-2/5 min-w-0 gap-1 overflow-hidden"
        >
          {secrets.map((name) => (
            <li key={name} className="flex">
              <Badge tone="accent">{visibleLine(name)}</Badge>
            </li>
          ))}
        </ul>
      )}
      {method !== undefined && (
        <span className="shrink-0 font-mono text-xs text-muted">
          {visibleLine(method)} {status}
        </span>
      )}
      <span className="w-44 shrink-0 text-right font-mono whitespace-nowrap text-xs text-muted">
        {formatBytes(bytesIn)} in, {formatBytes(bytesOut)} out
      </span>
    </div>
  );
}
