import { useQuery } from '@tanstack/react-query';
import type { SecretMetadata } from '../../../../src-shared/contracts/secrets.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { secretsQuery } from '../../../client/queries.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { useEnvironments } from '../environments/environments-store.ts';
import { needsSecretNames } from './run-draft.ts';
import type { RunOptionsProps } from './run-options-props.ts';

/** Selects the secrets that become environment variables: all, or each by name. */
export function SecretChoice({ draft, edit, script }: RunOptionsProps) {
  const environment = useEnvironments(({ all }) => all?.find(({ id }) => id === draft.environment));
  const given = environment?.secrets ?? [];
  const needsNames = needsSecretNames(draft, { network: script?.stored, environment });
  const all = draft.secrets === 'all' && !needsNames;
  return (
    <>
      <Checkbox
        label="All secrets"
        hint={hintOf(needsNames, given)}
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

function hintOf(needsNames: boolean, given: readonly string[]): string {
  if (given.length > 0) return `From the environment: ${visibleLine(given.join(', '))}. Select others by name.`;
  return needsNames ? 'With the network, select each secret by name.' : 'As environment variables.';
}

interface SecretNamesProps {
  chosen: readonly string[];
  onChosen(names: string[]): void;
}

/** Names are requested only when they are shown, because each request writes an entry to the audit log. */
export function SecretNames({ chosen, onChosen }: SecretNamesProps) {
  const { data: secrets, error } = useQuery(secretsQuery);
  if (error) return <ErrorNote error={error} />;
  if (secrets === undefined) return <p className="text-xs text-muted">Loading the names …</p>;
  // A repeated run may use a removed secret. It stays listed, so that the user can deselect it.
  const names = secrets.map(({ name }) => name);
  const removed = chosen.filter((name) => !names.includes(name));
  if (names.length + removed.length === 0) return <p className="text-xs text-muted">There are no secrets yet.</p>;
  const reasonOf = (name: string) => notInjectedReason(secrets.find((secret) => secret.name === name));
  const isBound = (name: string) => (secrets.find((secret) => secret.name === name)?.hosts ?? []).length > 0;
  return (
    <fieldset className="max-h-48 overflow-auto rounded-control border border-line px-2.5 py-1.5">
      <legend className="sr-only">Secrets for this run</legend>
      {[...names, ...removed].map((name) => (
        <Checkbox
          key={name}
          label={<span className="font-mono break-all">{visibleLine(name)}</span>}
          hint={reasonOf(name)}
          // A selected one stays enabled, so that the user can deselect it.
          disabled={isBound(name) && !chosen.includes(name)}
          checked={chosen.includes(name)}
          onChecked={(on) => onChosen(on ? [...chosen, name] : chosen.filter((other) => other !== name))}
        />
      ))}
    </fieldset>
  );
}

/** Returns why a run does not get the secret as a variable; undefined if it does. */
function notInjectedReason(secret: SecretMetadata | undefined): string | undefined {
  if (secret === undefined) return 'This secret no longer exists.';
  const { hosts = [], injected } = secret;
  if (hosts.length > 0)
    return `Only in requests to ${hosts.map(({ host }) => host).join(', ')}: select it in a network rule, under More.`;
  return injected === false ? 'Not given to runs: programs load code from a variable with this name.' : undefined;
}
