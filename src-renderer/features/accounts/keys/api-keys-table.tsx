import type { ApiKeyInfo } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { RolledBackBadge } from '../../../ui/feedback/rolled-back-badge.tsx';
import { Table } from '../../../ui/layout/table.tsx';
import { formatAgo, formatTime } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';

interface ApiKeysTableProps {
  keys: readonly ApiKeyInfo[];
  onRevoke(key: ApiKeyInfo): void;
}

const columns = ['Name', 'Scopes', 'Created', 'Last used', 'Expires'];

export function ApiKeysTable({ keys, onRevoke }: ApiKeysTableProps) {
  return (
    <Table columns={columns} change="Revoke">
      {keys.map((key) => (
        <KeyRow key={key.id} info={key} onRevoke={() => onRevoke(key)} />
      ))}
    </Table>
  );
}

function KeyRow({ info, onRevoke }: { info: ApiKeyInfo; onRevoke(): void }) {
  const { name, scopes, secretNames, networkHosts, createdAt, lastUsedAt, expiresAt } = info;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) < Date.now();
  return (
    <tr className="group">
      <th scope="row" className="max-w-48 min-w-24 px-4 py-2 text-left font-medium">
        <LongText text={visibleLine(name)} /> <RolledBackBadge kind="api_key" of={info.id} />
        {info.lostRights && <Badge tone="warn">fewer rights</Badge>}
      </th>
      <td className="px-4 py-2">
        <span className="flex flex-wrap gap-1">
          {scopes.length === 7 ? (
            <Badge tone="accent">all</Badge>
          ) : (
            scopes.map((scope) => <Badge key={scope}>{scope}</Badge>)
          )}
          {networkHosts && <Badge isLong>hosts: {networkHosts.map(visibleLine).join(', ') || 'none'}</Badge>}
          {secretNames && <Badge isLong>secrets: {secretNames.map(visibleLine).join(', ') || 'none'}</Badge>}
        </span>
      </td>
      <td className="px-4 py-2 whitespace-nowrap text-muted" title={formatTime(createdAt)}>
        {formatAgo(createdAt)}
      </td>
      <td className="px-4 py-2 whitespace-nowrap text-muted">{lastUsedAt ? formatAgo(lastUsedAt) : 'never'}</td>
      <td className="px-4 py-2 whitespace-nowrap text-muted">
        {isExpired ? <Badge tone="warn">expired</Badge> : expiresAt ? formatTime(expiresAt) : 'never'}
      </td>
      <td className="px-4 py-2 text-right">
        <Button kind="danger" onClick={onRevoke} aria-label={`Revoke ${visibleLine(name)}`}>
          Revoke
        </Button>
      </td>
    </tr>
  );
}
