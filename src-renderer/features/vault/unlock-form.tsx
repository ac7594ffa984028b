import { useMutation } from '@tanstack/react-query';
import { Vault } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type EncryptedCodeMetadata, readCode } from '../../../src-shared/vault.contract.ts';
import { isPassword, passwordForm } from '../../../src-shared/zk/password-bytes.ts';
import { asApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { openInWorker } from '../../crypto/seal-in-worker.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { useVault } from './vault-store.ts';

const leastBytes = 8;

/** Asks for the master password, once until the window locks. It is tried on the code that was stored last. */
export function UnlockForm({ stored }: { stored: readonly EncryptedCodeMetadata[] }) {
  const isFirst = stored.length === 0;
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const unlock = useMutation({
    mutationFn: () => tryPassword(password, stored),
    onSuccess: () => useVault.getState().open(password),
  });
  const problem = isFirst && again !== '' && again !== password ? 'The two are not the same.' : undefined;
  const badForm = password !== '' && !isPassword(password) ? `The master password ${passwordForm}.` : undefined;
  const isLongEnough = isFirst ? password.length >= leastBytes && again === password : password !== '';
  const isReady = isLongEnough && badForm === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) unlock.mutate();
  };
  return (
    <form onSubmit={submit} className="mx-auto flex w-full max-w-sm flex-col gap-4 p-6">
      <Vault size={28} className="text-muted" aria-hidden="true" />
      <h2 className="text-lg font-semibold">{isFirst ? 'Choose a master password' : 'Open the vault'}</h2>
      <p className="text-sm text-muted">
        {isFirst
          ? 'Code is encrypted with it in this window; only ciphertext is stored. Nobody can bring it back if it is lost.'
          : 'It stays in this window’s memory until it locks.'}
      </p>
      <TextField
        label="Master password"
        type="password"
        autoComplete="off"
        autoFocus
        hint={isFirst ? 'At least 8 characters; another one than that of your account.' : undefined}
        value={password}
        problem={badForm}
        onChange={(event) => setPassword(event.target.value)}
      />
      {isFirst && (
        <TextField
          label="Once more"
          type="password"
          autoComplete="off"
          value={again}
          problem={problem}
          onChange={(event) => setAgain(event.target.value)}
        />
      )}
      <ErrorNote error={unlock.error} />
      <Button submit kind="primary" busy={unlock.isPending} disabled={!isReady}>
        {isFirst ? 'Use this password' : 'Open'}
      </Button>
    </form>
  );
}

/** Opens the newest stored code that is not refused itself. */
async function tryPassword(password: string, stored: readonly EncryptedCodeMetadata[]): Promise<void> {
  for (const { name } of stored.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))) {
    try {
      const { encryptedPayload } = await call(readCode, { params: { name } });
      return await openInWorker(password, encryptedPayload).then(() => undefined);
    } catch (error) {
      if (asApiError(error).code !== 'item_rolled_back') throw error;
    }
  }
}
