import { useMutation } from '@tanstack/react-query';
import { type PackageInfo, removePackage } from '../../../src-shared/contracts/packages.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { packagesQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge, type Tone } from '../../ui/feedback/badge.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Table } from '../../ui/layout/table.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { BreakableText } from '../../ui/text/breakable-text.tsx';
import { formatAgo, formatTime } from '../../ui/text/format.ts';

const tones: Record<PackageInfo['status'], Tone> = { installed: 'good', installing: 'accent', failed: 'danger' };

/** The packages of one list with requested and installed versions. */
export function PackagesTable({ packages }: { packages: readonly PackageInfo[] }) {
  return (
    <Table columns={['Name', 'Requested', 'Installed', 'Status', 'Added']} change="Remove">
      {packages.map((info) => (
        <PackageRow key={info.name} info={info} />
      ))}
    </Table>
  );
}

function PackageRow({ info }: { info: PackageInfo }) {
  const { language, name, version, requested, extras, hashes, status, addedAt } = info;
  const shown = visibleLine(extras === undefined ? name : `${name}[${extras.join(',')}]`);
  const remove = useMutation({
    mutationFn: () => call(removePackage, { params: { language, name } }),
    onSuccess: () => {
      showToast(`${shown} is removed from the list.`);
      return sessionQueries().invalidateQueries({ queryKey: packagesQuery.queryKey });
    },
    onError: (error) => showToast(asApiError(error).message, 'danger'),
  });
  return (
    <tr>
      <th scope="row" className="max-w-64 min-w-40 px-4 py-2 text-left font-mono font-medium wrap-anywhere">
        <BreakableText text={shown} />
      </th>
      <td className="px-4 py-2 font-mono text-muted">
        {requested === null ? 'any' : visibleLine(requested)}
        {hashes && <Badge tone="neutral">hashes</Badge>}
      </td>
      <td className="px-4 py-2 font-mono text-muted">{version === null ? '–' : visibleLine(version)}</td>
      <td className="px-4 py-2">
        <Badge tone={tones[status]}>
          {status === 'installing' && <Spinner size={10} />}
          {status}
        </Badge>
      </td>
      <td className="px-4 py-2 whitespace-nowrap text-muted" title={formatTime(addedAt)}>
        {formatAgo(addedAt)}
      </td>
      <td className="px-4 py-2">
        <span className="flex justify-end">
          <Button busy={remove.isPending} onClick={() => remove.mutate()} aria-label={`Remove ${shown}`}>
            Remove
          </Button>
        </span>
      </td>
    </tr>
  );
}
