import { ShieldX, Unplug } from 'lucide-react';
import { isFailure, lacksRule } from '../../../../src-shared/contracts/network/network-events.ts';
import { ruleAllowing } from '../../../../src-shared/contracts/network/rule-limits.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { BreakableText } from '../../../ui/text/breakable-text.tsx';
import { AllowButtons } from './allow-buttons.tsx';
import type { NetworkActions } from './network-actions.ts';
import type { BlockedHost } from './network-log.ts';
import { reasonTexts } from './reason-texts.ts';

interface BlockedHostsProps {
  blocked: readonly BlockedHost[];
  /** Refusals of hosts that are not listed. */
  omitted: number;
  actions: NetworkActions;
}

/** The hosts of a run that were refused or did not answer, each with the reason and what can be done about it. */
export function BlockedHosts({ blocked, omitted, actions }: BlockedHostsProps) {
  if (blocked.length === 0) return null;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label="Blocked and failed"
      className="relative max-h-[25vh] min-h-12 shrink-0 overflow-auto border-b border-line focus-visible:-outline-offset-2"
    >
      <ul className="divide-y divide-line">
        {blocked.map((one) => (
          <BlockedRow key={`${one.host} ${one.port} ${one.reason}`} blocked={one} actions={actions} />
        ))}
      </ul>
      {omitted > 0 && (
        <p className="px-3 py-1.5 text-xs text-muted">
          {omitted === 1
            ? '1 refusal or failure of a further host.'
            : `${omitted} refusals and failures of further hosts.`}
        </p>
      )}
    </section>
  );
}

function BlockedRow({ blocked, actions }: { blocked: BlockedHost; actions: NetworkActions }) {
  const { host, port, reason, count } = blocked;
  const text = reasonTexts[reason];
  const target = port === 0 ? visibleLine(host) : `${visibleLine(host)}:${port}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-1.5 text-sm">
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-2">
        <Mark reason={reason} />
        <div className="min-w-0">
          <p className="font-mono">
            <span className="sr-only">{isFailure(reason) ? 'Failed: ' : 'Blocked: '}</span>
            <BreakableText text={target} /> {count > 1 && <Badge>{count} times</Badge>}
          </p>
          <p className="text-xs text-muted">{text}</p>
        </div>
      </div>
      <BlockedActions blocked={blocked} target={target} actions={actions} />
    </li>
  );
}

/** Only colour would not tell a refusal from a failure. */
function Mark({ reason }: Pick<BlockedHost, 'reason'>) {
  const style = 'mt-0.5 shrink-0';
  return isFailure(reason) ? (
    <Unplug size={14} className={`${style} text-warn`} aria-hidden="true" />
  ) : (
    <ShieldX size={14} className={`${style} text-danger`} aria-hidden="true" />
  );
}

interface BlockedActionsProps {
  blocked: BlockedHost;
  target: string;
  actions: NetworkActions;
}

function BlockedActions({ blocked: { host, port, reason }, target, actions }: BlockedActionsProps) {
  const rule = lacksRule(reason) && ruleAllowing(host, port);
  return rule ? <AllowButtons rule={rule} target={target} actions={actions} /> : null;
}
