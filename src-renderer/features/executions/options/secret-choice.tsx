import { useQuery } from '@tanstack/react-query';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { secretsQuery } from '../../../client/queries.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import type { RunOptionsDraft } from './run-draft.ts';

interface SecretChoiceProps {
  draft: RunOptionsDraft;
  edit(change: Partial<RunOptionsDraft>): void;
}

/** Selects the secrets that become environment variables: all, or each by name. */
export function SecretChoice({ draft, edit }: SecretChoiceProps) {
  const needsNames = draft.network === 'full';
  const all = draft.secrets === 'all' && !needsNames;
  return (
    <>
      <Checkbox
        label="All secrets"
        hint={needsNames ? 'With the network, select each secret by name.' : 'As environment variables.'}
        disabled={needsNames}
        checked={all}
        onChecked={(checked) => edit({ secrets: checked ? 'all' : [] })}
      />
      {!all && (
        <SecretNames chosen={draft.secrets === 'all' ? [] : draft.secrets} onChosen={(secrets) => edit({ secrets })} />
      )}
    </>
  );
}

/** Names are requested only when they are shown, because each request writes an entry to the audit log. */
function SecretNames({ chosen, onChosen }: { chosen: readonly string[]; onChosen(names: string[]): void }) {
  const { data: secrets, error } = useQuery(secretsQuery);
  if (error) return <ErrorNote error={error} />;
  const names = secrets?.map(({ name }) => name);
  const withheld = secrets?.filter(({ injected }) => injected === false).map(({ name }) => name) ?? [];
  if (names === undefined) return <p className="text-xs text-muted">Loading the names …</p>;
  // A repeated run may use a removed secret. It stays listed, so that the user can deselect it.
  const removed = chosen.filter((name) => !names.includes(name));
  if (names.length + removed.length === 0) return <p className="text-xs text-muted">There are no secrets yet.</p>;
  const hintOf = (name: string) => {
    if (removed.includes(name)) return 'This secret no longer exists.';
    return withheld.includes(name)
      ? 'Not given to runs: programs load code from a variable with this name.'
      : undefined;
  };
  return (
    <fieldset className="max-h-48 overflow-auto rounded-control border border-line px-2.5 py-1.5">
      <legend className="sr-only">Secrets for this run</legend>
      {[...names, ...removed].map((name) => (
        <Checkbox
          key={name}
          label={<span className="font-mono break-all">{visibleLine(name)}</span>}
          hint={hintOf(name)}
          checked={chosen.includes(name)}
          onChecked={(on) => onChosen(on ? [...chosen, name] : chosen.filter((other) => other !== name))}
        />
      ))}
    </fieldset>
  );
}
