import type { SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';
import { codeVariableProblem } from '../../../src-shared/formats/code-variables.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { RolledBackBadge } from '../../ui/feedback/rolled-back-badge.tsx';
import { Table, wideOnly } from '../../ui/layout/table.tsx';
import { formatAgo, formatTime } from '../../ui/text/format.ts';
import { LongText } from '../../ui/text/long-text.tsx';
import { locationsText } from './hosts/binding-form.ts';

interface SecretsTableProps {
  secrets: readonly SecretMetadata[];
  onEdit(secret: SecretMetadata): void;
  onReplace(secret: SecretMetadata): void;
  onDelete(secret: SecretMetadata): void;
}

export function SecretsTable({ secrets, onEdit, onReplace, onDelete }: SecretsTableProps) {
  const isDescribed = secrets.some(({ description }) => description !== '');
  const columns = [
    'Name',
    { name: 'Description', wide: !isDescribed },
    'Used',
    { name: 'Version', wide: true },
    'Changed',
    { name: 'Last used', wide: true },
  ];
  return (
    <Table columns={columns} change="Change">
      {secrets.map((secret) => (
        <SecretRow
          key={secret.name}
          secret={secret}
          isDescribed={isDescribed}
          onEdit={() => onEdit(secret)}
          onReplace={() => onReplace(secret)}
          onDelete={() => onDelete(secret)}
        />
      ))}
    </Table>
  );
}

interface SecretRowProps {
  secret: SecretMetadata;
  /** True if any secret has a description. */
  isDescribed: boolean;
  onEdit(): void;
  onReplace(): void;
  onDelete(): void;
}

function SecretRow({ secret, isDescribed, onEdit, onReplace, onDelete }: SecretRowProps) {
  const { name, description, version, updatedAt, lastUsedAt, masked, guessable, injected } = secret;
  return (
    <tr className="group">
      <th scope="row" className="max-w-48 min-w-36 px-4 py-2 text-left font-mono font-medium">
        <LongText text={name} /> {masked === false && <Badge tone="warn">too short to mask</Badge>}{' '}
        {guessable === true && (
          <span title="The value has less than 16 bytes. A program that may use it can guess it, because masking shows which guess of a whole value is right. Use a longer random value.">
            <Badge tone="warn">can be guessed</Badge>
          </span>
        )}{' '}
        {injected === false && (
          <span title={`${name} ${codeVariableProblem(name)}.`}>
            <Badge tone="warn">not given to runs</Badge>
          </span>
        )}{' '}
        <RolledBackBadge kind="secret" of={name} />
      </th>
      <td className={classes('max-w-44 min-w-24 px-4 py-2 text-muted', !isDescribed && wideOnly)}>
        <LongText text={visibleLine(description)} />
      </td>
      <td className="max-w-64 min-w-32 px-4 py-2 text-muted">
        <SecretUse secret={secret} />
      </td>
      <td className={classes('px-4 py-2 text-muted', wideOnly)}>{version}</td>
      <td className="px-4 py-2 whitespace-nowrap text-muted" title={formatTime(updatedAt)}>
        {formatAgo(updatedAt)}
      </td>
      <td className={classes('px-4 py-2 whitespace-nowrap text-muted', wideOnly)}>
        {lastUsedAt ? formatAgo(lastUsedAt) : 'never'}
      </td>
      <td className="px-4 py-2">
        <span className="flex justify-end gap-2">
          <Button onClick={onEdit} aria-label={`Edit ${name}`}>
            Edit
          </Button>
          <Button onClick={onReplace} aria-label={`Replace ${name}`}>
            Replace
          </Button>
          <Button kind="danger" onClick={onDelete} aria-label={`Delete ${name}`}>
            Delete
          </Button>
        </span>
      </td>
    </tr>
  );
}

/** Where the value is used: as a variable, or in requests to hosts. */
function SecretUse({ secret: { hosts = [] } }: { secret: SecretMetadata }) {
  if (hosts.length === 0) return 'as a variable';
  return (
    <ul aria-label="Hosts" className="flex flex-col gap-0.5">
      {hosts.map((one) => (
        <li key={one.host}>
          <span className="font-mono break-all text-ink">{visibleLine(one.host)}</span>
          {one.in && <span className="text-xs"> {visibleLine(locationsText(one))}</span>}
        </li>
      ))}
    </ul>
  );
}
