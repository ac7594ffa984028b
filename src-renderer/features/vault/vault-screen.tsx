import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadingRows } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { CodeDetail } from './code-detail.tsx';
import { CodeList } from './code-list.tsx';
import { UnlockForm } from './unlock-form.tsx';
import { vaultQuery } from './vault.queries.ts';
import type { VaultScreenProps } from './vault-props.ts';
import { useVault } from './vault-store.ts';

/** Code that only the master password opens: a list for everyone who is signed in, plaintext for who knows it. */
export function VaultScreen(props: VaultScreenProps) {
  const masterPassword = useVault((state) => state.masterPassword);
  const { data: stored, error } = useQuery(vaultQuery);
  const [chosen, setChosen] = useState(props.chosenAtFirst);
  if (error)
    return (
      <div className="p-4">
        <ErrorNote error={error} />
      </div>
    );
  if (stored === undefined) return <LoadingRows label="Loading the vault" rows={8} />;
  const current = stored.find(({ name }) => name === chosen);
  return (
    <div className="grid h-full grid-cols-[clamp(13rem,24vw,18rem)_minmax(0,1fr)]">
      <h1 className="sr-only">Vault</h1>
      <CodeList stored={stored} chosen={chosen} onChoose={setChosen} />
      <div className="flex min-h-0 min-w-0 flex-col border-l border-line bg-surface">
        {masterPassword === null ? (
          <UnlockForm stored={stored} />
        ) : (
          <CodeDetail
            key={current?.name ?? ''}
            {...props}
            masterPassword={masterPassword}
            current={current}
            onStored={setChosen}
          />
        )}
      </div>
    </div>
  );
}
