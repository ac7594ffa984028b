import { z } from 'zod';
import type { NetworkTotal, RunNetworkReport } from '../../../src-shared/contracts/network/network-report.ts';
import type { NetworkProtocol } from '../../../src-shared/contracts/network/network-rules.ts';
import { ruleAllowing } from '../../../src-shared/contracts/network/rule-limits.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';

/** Number of hosts that a model gets, and of lines of text. */
const maxTotals = 50;
const maxLines = 10;
const count = z.int();

/** Connections as an agent sees them: per host and port, the refused ones first. */
export const NetworkOutput = z.object({
  hosts: z.array(
    z.object({
      host: z.string(),
      port: count,
      connections: count,
      blocked: count.describe('Connections and requests that were refused.'),
      failed: count
        .optional()
        .describe('Connections and requests that failed, such as to a host that does not answer.'),
      reasons: z.array(z.string()).describe('Reasons of the refused and failed ones.'),
      wouldAllow: z
        .object({ host: z.string(), ports: z.array(count).optional(), protocol: z.string().optional() })
        .optional()
        .describe('Rule for network.allow that would allow the refused ones.'),
      methods: z.record(z.string(), count).describe('Number of requests by method; empty if they were not inspected.'),
      statuses: z.record(z.string(), count).describe('Number of responses by class: 2xx, 4xx, …'),
      bytesIn: count,
      bytesOut: count,
      masked: count.optional().describe('Number of values of secrets that were masked in responses.'),
      secrets: z.array(z.string()).describe('Names of the secrets that were sent.'),
    }),
  ),
  hostsOmitted: count,
});
export type NetworkOutput = z.infer<typeof NetworkOutput>;

/** Returns the connections of a run or sandbox for a model; undefined if there were none. */
export function networkOutput({ totals }: RunNetworkReport): NetworkOutput | undefined {
  if (totals.length === 0) return undefined;
  const sorted = totals.toSorted((a, b) => Number(hasEnds(b)) - Number(hasEnds(a)));
  return {
    hosts: sorted.slice(0, maxTotals).map(({ host, rule: _, ...total }) => {
      const wouldAllow = total.blocked > 0 ? ruleFor({ host, ...total }) : undefined;
      return { host: visibleLine(host), ...total, ...(wouldAllow && { wouldAllow }) };
    }),
    hostsOmitted: Math.max(0, totals.length - maxTotals),
  };
}

/** Returns one line for each host and port that was refused or failed, with the rule that would allow it. */
export function describeBlocked({ hosts, hostsOmitted }: NetworkOutput): string[] {
  const ended = hosts.filter(hasEnds);
  const lines = ended.slice(0, maxLines).map(({ host, port, blocked, reasons, wouldAllow }) => {
    const target = port === 0 ? host : `${host}:${port}`;
    if (blocked === 0) return `Connection to ${target} failed (${reasons.join(', ')})`;
    const rule = wouldAllow && `. To allow it, add to network.allow: ${JSON.stringify(wouldAllow)}`;
    return `Blocked connection to ${target} (${reasons.join(', ')})${rule ?? ''}`;
  });
  const rest = ended.length - lines.length;
  if (rest > 0 || (ended.length === hosts.length && hostsOmitted > 0))
    lines.push('More hosts were blocked or failed; the structured content has up to 50.');
  return lines;
}

const hasEnds = ({ blocked, failed = 0 }: Pick<NetworkTotal, 'blocked' | 'failed'>) => blocked + failed > 0;

type Refused = Pick<NetworkTotal, 'host' | 'port' | 'reasons'>;

/** Returns the rule that would allow refused connections. No rule allows those that a person, a host or a limit refused. */
function ruleFor({ host, port, reasons: [reason] }: Refused) {
  const rule = ruleAllowing(host, port);
  if (rule !== undefined && reason === 'not_tls')
    return { host, ports: [port], protocol: 'tcp' satisfies NetworkProtocol };
  return reason === 'name_not_allowed' || reason === 'port_not_allowed' ? rule : undefined;
}
