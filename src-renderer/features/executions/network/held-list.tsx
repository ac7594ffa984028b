import { Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { networkLimits } from '../../../../src-shared/contracts/network/network-limits.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { AllowInSettings } from '../../../ui/network/allow-in-settings.tsx';
import type { NetworkActions } from './network-actions.ts';
import type { LoggedConnection } from './network-log.ts';
import { useDecision } from './use-decision.ts';

interface HeldListProps {
  runId: string;
  held: readonly LoggedConnection[];
  /** Hosts that wait in addition to the listed ones. */
  more: number;
  actions: NetworkActions;
}

/** The connections that wait, with the remaining time and the buttons of each. */
export function HeldList({ runId, held, more, actions }: HeldListProps) {
  return (
    <section
      aria-label="Connections that wait for your decision"
      className="shrink-0 border-b border-line bg-warn-soft px-3 py-1.5 text-sm"
    >
      <ul className="flex flex-col gap-1.5">
        {held.map((connection) => (
          <HeldRow key={connection.id} runId={runId} connection={connection} actions={actions} />
        ))}
      </ul>
      {more > 0 && <p className="text-xs text-warn">And {more} more.</p>}
    </section>
  );
}

interface HeldRowProps {
  runId: string;
  connection: LoggedConnection;
  actions: NetworkActions;
}

function HeldRow({ runId, connection, actions }: HeldRowProps) {
  const { host, port, seenAt } = connection;
  const decision = useDecision({ runId, host, port, keepRule: actions.keepRule });
  const target = `${visibleLine(host)}:${port}`;
  const isDecided = decision.isPending || decision.isDecided;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {/* Never truncated: a target that does not fit next to the buttons has its own lines. */}
      <span className="flex max-w-full min-w-0 flex-auto items-start gap-x-3">
        <Hourglass size={14} className="mt-0.75 shrink-0 text-warn" aria-hidden="true" />
        <span className="min-w-0 font-mono break-all">{target}</span>
      </span>
      <span className="ml-auto flex flex-wrap items-center gap-2">
        <Countdown until={seenAt + networkLimits.heldMs} />
        <Button busy={isDecided} onClick={decision.allow} aria-label={`Allow once: ${target}`}>
          Allow once
        </Button>
        {actions.keepRule && (
          <Button onClick={decision.allowAlways} disabled={isDecided} aria-label={`Always for this script: ${target}`}>
            Always for this script
          </Button>
        )}
        <Button kind="danger" onClick={decision.deny} disabled={isDecided} aria-label={`Deny: ${target}`}>
          Deny
        </Button>
      </span>
      {decision.ruleToAllow && (
        <AllowInSettings rule={decision.ruleToAllow} onClose={decision.closeSettings} onAllowed={decision.onAllowed} />
      )}
    </li>
  );
}

/** Hidden from screen readers, which would announce each second. */
function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <span aria-hidden="true" className="w-10 shrink-0 text-right font-mono text-warn">
      {seconds} s
    </span>
  );
}
