import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { asApiError } from '../../../client/api-error.ts';
import { languagesQuery } from '../../../client/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { Disclosure } from '../../../ui/layout/disclosure.tsx';
import type { RulesForm } from '../../../ui/network/rule-form.ts';
import { DialogActions } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { nameProblem } from '../code/code-name.ts';
import { languageOfName } from '../code/language-of-name.ts';
import { NameField } from '../code/name-field.tsx';
import { useDocuments } from '../documents/documents-store.ts';
import { hasRuleProblem, rulesSummary } from '../rules/rules-summary.ts';
import { ScriptRules, type ScriptRulesProps } from '../rules/script-rules.tsx';
import { keepingOf } from './keeping-of.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import { forgetVaultQueries, storeSealed } from './store-sealed.ts';

export interface SaveToVaultProps {
  language: string;
  code: string;
  /** The network rules of the run options, which can be stored with the script. */
  network?: RulesForm | undefined;
  /** Navigates to the Vault screen. */
  onVault(): void;
  /** Called when the code is stored; `isNew` is false for a next revision of a script. */
  onSaved?(name: string, isNew: boolean): void;
}

interface SaveFormProps extends SaveToVaultProps {
  stored: readonly EncryptedCodeMetadata[];
  masterPassword: string;
  onDone(): void;
}

/** The form that saves code as a script. It asks before it uses a name that is taken. */
export function SaveForm(props: SaveFormProps) {
  const { code, stored, masterPassword, onVault, onDone } = props;
  const { data: languages = [] } = useQuery(languagesQuery);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [network, setNetwork] = useState(props.network);
  const [isAsking, setAsking] = useState(false);
  // The file extension of the name says more than the language of the editor, which may be the default.
  const language = languageOfName(languages, name) ?? props.language;
  const taken = stored.find((other) => other.name === name);
  const save = useMutation({
    mutationFn: () => {
      const text = { name, language, code, description, ...(network && { network }) };
      return storeSealed(masterPassword, taken ? keepingOf(text, taken) : text, taken?.revision ?? 'none');
    },
    onSettled: () => {
      setAsking(false);
      return forgetVaultQueries();
    },
    onSuccess: () => {
      onDone();
      showToast(`${name} is saved, encrypted.`);
      props.onSaved?.(name, taken === undefined);
    },
  });
  const canSave = name !== '' && nameProblem(name) === undefined && !hasRuleProblem(network);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSave) return;
    if (taken) setAsking(true);
    else save.mutate();
  };
  // The name was taken after it was typed: the reloaded list causes a message at the name.
  const isSaidElsewhere = asApiError(save.error).code === 'precondition_failed' && taken !== undefined;
  return (
    <>
      <form onSubmit={submit} onKeyDown={submitOnSaveKey} className="flex flex-col gap-4">
        <NameField
          autoFocus
          value={name}
          onName={setName}
          takenAction={taken && <OpenTaken name={name} onVault={onVault} onDone={onDone} />}
        />
        {language !== props.language && (
          <p role="status" className="text-xs text-muted">
            Saved as {languages.find(({ id }) => id === language)?.name ?? language}, by the end of the name.
          </p>
        )}
        <TextField
          label="Description"
          hint="Not encrypted with the master password."
          maxLength={1000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <RulesPart network={network} onNetwork={setNetwork} />
        {!isSaidElsewhere && <ErrorNote error={save.error} />}
        <DialogActions>
          <Button submit kind="primary" busy={save.isPending} disabled={!canSave}>
            Save encrypted
          </Button>
        </DialogActions>
      </form>
      {/* Outside of the form, because its submit button would otherwise submit this form. */}
      {isAsking && taken && (
        <ReplaceDialog
          stored={taken}
          busy={save.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => save.mutate()}
        />
      )}
    </>
  );
}

/** Ctrl+S, or Cmd+S on a Mac, submits the form as Enter does. */
function submitOnSaveKey({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLFormElement>): void {
  if (key.toLowerCase() === 's' && (ctrlKey || metaKey)) currentTarget.requestSubmit();
}

/** The network rules, closed at first: the closed part says what they are. */
function RulesPart(props: ScriptRulesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="rounded-control border border-line">
      <Disclosure
        label={<span className="min-w-0 truncate">Network rules: {rulesSummary(props.network)}</span>}
        open={isOpen}
        onOpen={setOpen}
      >
        <div className="px-4 pb-4">
          <ScriptRules {...props} />
        </div>
      </Disclosure>
    </div>
  );
}

function OpenTaken({ name, onVault, onDone }: { name: string; onVault(): void; onDone(): void }) {
  const open = () => {
    onDone();
    useDocuments.getState().choose(name);
    onVault();
  };
  return (
    <div>
      <Button onClick={open} className="max-w-full">
        <span className="truncate">Open {name} in the vault</span>
      </Button>
    </div>
  );
}
