import { useMutation, useQuery } from '@tanstack/react-query';
import { Vault } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { newPasswordMinBytes } from '../../../../src-shared/zk/password-bytes.ts';
import { asApiError } from '../../../client/api-error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { DiscardSealedDraft } from '../documents/discard-sealed-draft.tsx';
import { scriptDraftsQuery } from '../documents/script-drafts.ts';
import { useVault } from '../vault-store.ts';
import { newPasswordProblems, passwordProblem } from './password-problem.ts';
import { tryPassword } from './try-password.ts';

/** Asks for the master password, once until the window locks. It is checked by decrypting the newest script. */
export function UnlockForm({ stored }: { stored: readonly EncryptedCodeMetadata[] }) {
  const { data: drafts = [] } = useQuery(scriptDraftsQuery);
  const isFirst = stored.length === 0 && drafts.length === 0;
  const draft = stored.length === 0 ? drafts[0] : undefined;
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [isShown, setShown] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const unlock = useMutation({
    mutationFn: () => tryPassword(password, stored, draft),
    onSuccess: () => useVault.getState().open(password),
  });
  const isWrong = asApiError(unlock.error).code === 'decryption_failed';
  const problems = problemsOf({ isFirst, password, again: isShown ? undefined : again });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.keys(problems).length === 0) unlock.mutate();
  };
  const type = (set: (text: string) => void, text: string) => {
    set(text);
    setSubmitted(false);
    unlock.reset();
  };
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col gap-4 p-6">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Vault size={28} className="text-muted" aria-hidden="true" />
        <h2 className="text-lg font-semibold">{isFirst ? 'Choose a master password' : 'Open the vault'}</h2>
        <p className="text-sm text-muted">
          {isFirst
            ? 'Scripts are encrypted with it in this window, and only ciphertext is stored. A lost master password cannot be recovered.'
            : 'The master password stays in the memory of this window until the window locks.'}
          {draft && ' No script is stored yet; the password decrypts your unsaved script.'}
        </p>
        <TextField
          label="Master password"
          type={isFirst && isShown ? 'text' : 'password'}
          autoComplete="off"
          autoFocus
          hint={
            isFirst ? `At least ${newPasswordMinBytes} characters. Do not use the password of your account.` : undefined
          }
          value={password}
          problem={
            isWrong
              ? unlock.error?.message
              : (passwordProblem(password) ?? (isSubmitted ? problems.password : undefined))
          }
          onChange={(event) => type(setPassword, event.target.value)}
        />
        {isFirst && !isShown && (
          <TextField
            label="Repeat it"
            type="password"
            autoComplete="off"
            value={again}
            problem={isSubmitted ? problems.again : undefined}
            onChange={(event) => type(setAgain, event.target.value)}
          />
        )}
        {isFirst && <Checkbox label="Show while typing" checked={isShown} onChecked={setShown} />}
        {!isWrong && <ErrorNote error={unlock.error} />}
        <Button submit kind="primary" busy={unlock.isPending} disabled={password === ''} className="h-9">
          {isFirst ? 'Set master password' : 'Open'}
        </Button>
      </form>
      {/* Outside of the form, because the dialog's submit button would otherwise submit this form. */}
      {draft && <DiscardSealedDraft id={draft} />}
    </div>
  );
}

function problemsOf({ isFirst, password, again }: { isFirst: boolean; password: string; again: string | undefined }) {
  const malformed = passwordProblem(password);
  if (malformed !== undefined) return { password: malformed };
  if (isFirst) return newPasswordProblems(password, again);
  return {};
}
