import { isFailure } from '../../src-shared/contracts/network/network-events.ts';
import type { NetworkTotal, RunNetworkReport } from '../../src-shared/contracts/network/network-report.ts';
import { formatTable } from '../output/table.ts';

const totalHeadings = ['HOST', 'PORT', 'RULE', 'OPENED', 'REQUESTS', 'STATUSES', 'BYTES IN', 'BYTES OUT', 'SECRETS'];

/** Formats the connections of a run or a sandbox: a table of hosts, then a table of requests. */
export function formatReport({ totals, requests, requestsOmitted }: RunNetworkReport): string {
  const parts: string[] = [];
  if (totals.length > 0) parts.push(formatTable([...totalHeadings, 'BLOCKED', 'FAILED'], totals.map(totalRow)));
  if (requests.length > 0) {
    const rows = requests.map(({ method, status, host, port, path, secrets = [] }) => [
      method,
      status === null ? '-' : String(status),
      `${host}:${port}`,
      secrets.join(' ') || '-',
      path,
    ]);
    parts.push(formatTable(['METHOD', 'STATUS', 'HOST', 'SECRETS', 'PATH'], rows));
  }
  if (requestsOmitted > 0) parts.push(`${requestsOmitted} more requests were not stored.\n`);
  return parts.join('\n');
}

function totalRow(total: NetworkTotal): string[] {
  const { host, port, rule, connections, methods, statuses, bytesIn, bytesOut, blocked, failed = 0, reasons } = total;
  return [
    host,
    port === 0 ? '-' : String(port),
    rule === null ? '-' : `allow[${rule}]`,
    String(connections),
    counts(methods),
    counts(statuses),
    String(bytesIn),
    String(bytesOut),
    secretsOf(total),
    endsOf(
      blocked,
      reasons.filter((reason) => !isFailure(reason)),
    ),
    endsOf(failed, reasons.filter(isFailure)),
  ];
}

function endsOf(count: number, reasons: readonly string[]): string {
  return count === 0 ? '-' : `${count} ${reasons.join(' ')}`.trimEnd();
}

/** Returns the names of the secrets that were sent, and how many values were masked in responses. */
function secretsOf({ secrets, masked }: NetworkTotal): string {
  const names = secrets.join(' ') || '-';
  return masked === undefined ? names : `${names} (${masked} masked)`;
}

function counts(record: Readonly<Record<string, number>>): string {
  return (
    Object.entries(record)
      .map(([name, count]) => `${name}×${count}`)
      .join(' ') || '-'
  );
}
