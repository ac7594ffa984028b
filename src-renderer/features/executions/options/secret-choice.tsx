import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { useEnvironments } from '../environments/environments-store.ts';
import { needsSecretNames } from './run-draft.ts';
import type { RunOptionsProps } from './run-options-props.ts';
import { SecretNames } from './secret-names.tsx';
import { SecretProposal } from './secret-proposal.tsx';
import { isInRule, withoutSecret } from './secret-rules.ts';

/** Selects the secrets of a run: all that are environment variables, or each by name. One with hosts brings its rules. */
export function SecretChoice({ draft, edit, script }: RunOptionsProps) {
  const environment = useEnvironments(({ all }) => all?.find(({ id }) => id === draft.environment));
  const given = environment?.secrets ?? [];
  const needsNames = needsSecretNames(draft, { network: script?.stored, environment });
  const all = draft.secrets === 'all' && !needsNames;
  const chosen = draft.secrets === 'all' ? [] : draft.secrets;
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
        <SecretNames
          chosen={chosen}
          onChosen={(name, isOn) => edit(isOn ? { secrets: [...chosen, name] } : withoutSecret(name, draft))}
          bound={{
            isInRule: (name) => isInRule(name, draft, script?.stored),
            isStored: () => draft.network === 'script',
            proposalOf: (secret, onTaken) => (
              <SecretProposal
                key={secret.name}
                {...{ secret, draft, onTaken }}
                stored={script?.stored}
                onRules={(rules) => edit({ network: 'rules', rules })}
              />
            ),
          }}
        />
      )}
    </>
  );
}

function hintOf(needsNames: boolean, given: readonly string[]): string {
  if (given.length > 0) return `From the environment: ${visibleLine(given.join(', '))}. Select others by name.`;
  return needsNames
    ? 'With the network, select each secret by name.'
    : 'As environment variables. To use one that is bound to hosts, untick this and select it.';
}
