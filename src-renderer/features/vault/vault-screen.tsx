import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadingRows } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ListColumn } from '../../ui/split/list-column.tsx';
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
  const list = (close: () => void) => {
    const choose = (name: string | undefined) => {
      setChosen(name);
      close();
    };
    return <CodeList stored={stored} chosen={chosen} onChoose={choose} />;
  };
  return (
    <>
      <h1 className="sr-only">Vault</h1>
      <ListColumn id="vault" name="stored code" list={list}>
        {masterPassword === null ? (
          <div className="min-h-0 flex-1 overflow-auto">
            <UnlockForm stored={stored} />
          </div>
        ) : (
          <CodeDetail
            key={current?.name ?? ''}
            {...props}
            masterPassword={masterPassword}
            current={current}
            onStored={setChosen}
          />
        )}
      </ListColumn>
    </>
  );
}
