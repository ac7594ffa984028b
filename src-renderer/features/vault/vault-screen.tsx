import { useQuery } from '@tanstack/react-query';
import { useRunKey } from '../../ui/code-editor/use-run-key.ts';
import { LoadingRows } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { ListColumn } from '../../ui/split/list-column.tsx';
import { CodeDetail } from './code/code-detail.tsx';
import { CodeList } from './code/code-list.tsx';
import { useDocuments, useOpenDocument } from './documents/documents-store.ts';
import { MissingCode } from './documents/missing-code.tsx';
import { RestoredDocument } from './documents/restored-document.tsx';
import { scriptDraftsQuery } from './documents/script-drafts.ts';
import { useIsSealed } from './documents/use-is-unsaved.ts';
import { UnlockForm } from './unlock/unlock-form.tsx';
import { vaultQuery } from './vault.queries.ts';
import type { VaultScreenProps } from './vault-props.ts';
import { useVault } from './vault-store.ts';

/** The Vault screen: a list of encrypted scripts, which the master password decrypts. */
export function VaultScreen(props: VaultScreenProps) {
  const masterPassword = useVault((state) => state.masterPassword);
  const { data: stored, error: listError } = useQuery(vaultQuery);
  const { data: drafts, error: draftsError } = useQuery(scriptDraftsQuery);
  const chosen = useDocuments((state) => state.chosen);
  const id = useOpenDocument();
  const isSealed = useIsSealed(id);
  const hasEdit = useDocuments((state) => state.edits[id] !== undefined) || isSealed;
  useRunKey(
    masterPassword === null ? () => showToast('Open the vault first: its scripts are encrypted.', 'note') : undefined,
  );
  // Loaded data stays visible while the daemon does not answer.
  const error = (stored === undefined && listError) || (drafts === undefined && draftsError);
  if (error)
    return (
      <div className="p-4">
        <ErrorNote error={error} />
      </div>
    );
  if (stored === undefined || drafts === undefined) return <LoadingRows label="Loading the vault" rows={8} />;
  const current = stored.find(({ name }) => name === chosen);
  const isMissing = chosen !== undefined && current === undefined && !hasEdit;
  return (
    <>
      <h1 className="sr-only">Vault</h1>
      <ListColumn
        id="vault"
        name="stored scripts"
        list={(close) => (
          <CodeList stored={stored} onChosen={close} onRenamed={props.onRenamed} dropOptionsOf={props.dropOptionsOf} />
        )}
      >
        {isMissing && <MissingCode key={chosen} name={chosen} />}
        {!isMissing && masterPassword === null && (
          <div className="min-h-0 flex-1 overflow-auto">
            <UnlockForm stored={stored} />
          </div>
        )}
        {!isMissing && masterPassword !== null && (
          <RestoredDocument key={id} id={id}>
            <CodeDetail {...props} masterPassword={masterPassword} stored={stored} current={current} />
          </RestoredDocument>
        )}
      </ListColumn>
    </>
  );
}
