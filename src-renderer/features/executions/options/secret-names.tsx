import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { SecretMetadata } from '../../../../src-shared/contracts/secrets.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { secretsQuery } from '../../../client/queries.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';

/** Where secrets with hosts can be selected: the run has network rules. */
export interface BoundSecrets {
  /** Returns true if a rule of the run names the secret. */
  isInRule(name: string): boolean;
  /** Returns true if the rule is stored with the script, so that it is not changed here. */
  isStored(name: string): boolean;
  /** Renders the rules that a selected secret needs. `onTaken` is called before they are added. */
  proposalOf(secret: SecretMetadata, onTaken: () => void): ReactNode;
}

interface SecretNamesProps {
  chosen: readonly string[];
  bound?: BoundSecrets;
  onChosen(name: string, isOn: boolean): void;
}

/** Names are requested only when they are shown, because each request writes an entry to the audit log. */
export function SecretNames({ chosen, bound, onChosen }: SecretNamesProps) {
  const { data: secrets, error } = useQuery(secretsQuery);
  const list = useRef<HTMLFieldSetElement>(null);
  if (error) return <ErrorNote error={error} />;
  if (secrets === undefined) return <p className="text-xs text-muted">Loading the names …</p>;
  // A repeated run may use a removed secret. It stays listed, so that the user can deselect it.
  const known = secrets.map(({ name }) => name);
  const names = [...known, ...chosen.filter((name) => !known.includes(name))];
  if (names.length === 0) return <p className="text-xs text-muted">There are no secrets yet.</p>;
  const secretOf = (name: string) => secrets.find((secret) => secret.name === name);
  const needsRule = (name: string) =>
    isUsableAtHosts(secretOf(name)) && chosen.includes(name) && bound?.isInRule(name) === false;
  return (
    <>
      <fieldset
        ref={list}
        tabIndex={-1}
        className="max-h-48 overflow-auto rounded-control border border-line px-2.5 py-1.5"
      >
        <legend className="sr-only">Secrets for this run</legend>
        {names.map((name) => (
          <SecretName key={name} {...{ name, bound, onChosen }} secret={secretOf(name)} isOn={chosen.includes(name)} />
        ))}
      </fieldset>
      {bound &&
        secrets
          .filter(({ name }) => needsRule(name))
          .map((secret) =>
            // The button with the focus is removed with the proposal.
            bound.proposalOf(secret, () => list.current?.focus()),
          )}
    </>
  );
}

interface SecretNameProps extends Pick<SecretNamesProps, 'onChosen'> {
  bound: BoundSecrets | undefined;
  name: string;
  /** Undefined if it was removed. */
  secret: SecretMetadata | undefined;
  isOn: boolean;
}

function SecretName({ name, secret, isOn, bound, onChosen }: SecretNameProps) {
  const isInRule = bound?.isInRule(name) ?? false;
  const isStored = isInRule && bound?.isStored(name) === true;
  const isBound = (secret?.hosts ?? []).length > 0;
  const canChoose = !isBound || (bound !== undefined && isUsableAtHosts(secret) && !isStored);
  return (
    <Checkbox
      label={<span className="font-mono break-all">{visibleLine(name)}</span>}
      hint={isStored ? 'In a rule that is stored with the script.' : hintOf(secret, bound)}
      // A selected one stays enabled, so that the user can deselect it.
      disabled={!canChoose && (isStored || !isOn)}
      checked={isOn || isInRule}
      onChecked={(on) => onChosen(name, on)}
    />
  );
}

function isUsableAtHosts(secret: SecretMetadata | undefined): boolean {
  return (secret?.hosts ?? []).length > 0 && secret?.injected !== false;
}

/** Returns how or why a run does not get the secret as a variable; undefined if it does. */
function hintOf(secret: SecretMetadata | undefined, bound: BoundSecrets | undefined): string | undefined {
  if (secret === undefined) return 'This secret no longer exists.';
  const { hosts = [], injected } = secret;
  if (injected === false) return 'Not given to runs: programs load code from a variable with this name.';
  if (hosts.length === 0) return undefined;
  const use = `Only in requests to ${hosts.map(({ host }) => host).join(', ')}`;
  return bound === undefined ? `${use}: select it in the options of a run.` : `${use}.`;
}
