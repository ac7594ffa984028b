import { useQuery } from '@tanstack/react-query';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { type BlockedReason, isFailure } from '../../../../src-shared/contracts/network/network-events.ts';
import type { NetworkRequest, NetworkTotal } from '../../../../src-shared/contracts/network/network-report.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { VirtualList } from '../../../ui/layout/virtual-list.tsx';
import { formatBytes } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';
import { executionNetworkQuery } from '../executions.queries.ts';
import { reasonTexts } from '../network/reason-texts.ts';

/** Shows the connections and requests of a stored run with network rules. */
export function PreviewNetwork({ execution: { id, request } }: { execution: Execution }) {
  // The history has no request of a vault script, whose run can have had rules.
  const hadRules = typeof request?.network === 'object';
  const { data, error } = useQuery({ ...executionNetworkQuery(id), enabled: hadRules || request === undefined });
  if (!hadRules && (data === undefined || data.totals.length === 0)) return null;
  return (
    <section aria-labelledby={`network-${id}`} className="flex flex-col gap-1">
      <h3 id={`network-${id}`} className="text-sm font-medium">
        Network
      </h3>
      <ErrorNote error={error} />
      {data === undefined && !error && <LoadingRows label="Loading the connections" rows={2} />}
      {data?.totals.length === 0 && <p className="text-sm text-muted">The program opened no connection.</p>}
      {data && data.totals.length > 0 && <Totals totals={data.totals} />}
      {data && data.requests.length > 0 && <Requests requests={data.requests} omitted={data.requestsOmitted} />}
    </section>
  );
}

const columns = ['Host', 'Connections', 'Requests', 'Responses', 'In', 'Out', 'Secrets'];

function Totals({ totals }: { totals: readonly NetworkTotal[] }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label="Totals of each host"
      className="max-h-64 shrink-0 overflow-auto rounded-control border border-line focus-visible:-outline-offset-2"
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-muted">
            {columns.map((name) => (
              <th key={name} scope="col" className="px-3 py-1.5 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {totals.map((total) => (
            <TotalRow key={`${total.host} ${total.port} ${total.rule}`} total={total} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TotalRow({ total }: { total: NetworkTotal }) {
  const {
    host,
    port,
    connections,
    blocked,
    failed = 0,
    reasons,
    methods,
    statuses,
    bytesIn,
    bytesOut,
    secrets,
  } = total;
  const cell = 'px-3 py-1.5 align-top text-muted';
  return (
    <tr>
      <th scope="row" className="min-w-40 px-3 py-1.5 text-left align-top font-mono font-normal break-all">
        {visibleLine(host)}
        {port !== 0 && `:${port}`}
        {blocked > 0 && <Ends what="Blocked" count={blocked} reasons={reasons.filter((one) => !isFailure(one))} />}
        {failed > 0 && <Ends what="Failed" count={failed} reasons={reasons.filter(isFailure)} />}
      </th>
      <td className={cell}>{connections}</td>
      <td className={cell}>{countsText(methods)}</td>
      <td className={cell}>{countsText(statuses)}</td>
      <td className={`${cell} whitespace-nowrap`}>{formatBytes(bytesIn)}</td>
      <td className={`${cell} whitespace-nowrap`}>{formatBytes(bytesOut)}</td>
      <td className={`${cell} min-w-28 font-mono break-all`}>{secrets.map(visibleLine).join(', ') || '–'}</td>
    </tr>
  );
}

interface EndsProps {
  what: 'Blocked' | 'Failed';
  count: number;
  reasons: readonly BlockedReason[];
}

/** Says how often connections to a host were refused, or failed by themselves, and why. */
function Ends({ what, count, reasons }: EndsProps) {
  return (
    <span className={`block font-sans text-xs ${what === 'Blocked' ? 'text-danger' : 'text-warn'}`}>
      {what} {count === 1 ? 'once' : `${count} times`}. {reasons.map((reason) => reasonTexts[reason]).join(' ')}
    </span>
  );
}

/** Returns `GET 3, POST 1`. */
function countsText(counts: Readonly<Record<string, number>>): string {
  const texts = Object.entries(counts).map(([name, count]) => `${visibleLine(name)} ${count}`);
  return texts.join(', ') || '–';
}

function Requests({ requests, omitted }: { requests: readonly NetworkRequest[]; omitted: number }) {
  return (
    <div className="flex h-48 shrink-0 flex-col overflow-hidden rounded-control border border-line">
      <VirtualList
        label="Requests"
        items={requests.map((request, index) => ({ ...request, index }))}
        keyOf={({ index }) => index}
        rowHeight={28}
        row={(request) => <RequestRow request={request} />}
        footer={
          omitted > 0 && <p className="px-3 py-1 text-xs text-muted">{omitted} further requests are not stored.</p>
        }
      />
    </div>
  );
}

function RequestRow({ request: { host, port, method, path, status, secrets = [] } }: { request: NetworkRequest }) {
  return (
    <div className="flex h-full items-center gap-3 px-3 font-mono text-xs">
      <span className="w-14 shrink-0">{visibleLine(method)}</span>
      <span className="w-8 shrink-0 text-muted">{status ?? '–'}</span>
      <LongText text={visibleLine(`${host}${port === 443 ? '' : `:${port}`}${path}`)} className="flex-1" />
      {secrets.length > 0 && (
        <LongText text={`with ${secrets.map(visibleLine).join(', ')}`} className="max-w-48 text-muted" />
      )}
    </div>
  );
}
