import { useQuery } from '@tanstack/react-query';
import { Vault } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { modifier } from '../../../ui/controls/kbd.tsx';
import { LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { usePanelKey } from '../../../ui/split/use-panel-key.ts';
import { UnlockForm } from '../unlock/unlock-form.tsx';
import { vaultQuery } from '../vault.queries.ts';
import { useVault } from '../vault-store.ts';
import { SaveForm, type SaveToVaultProps } from './save-form.tsx';

/** Saves code of another screen in the vault, also on Ctrl+S; asks for the master password if the vault is locked. */
export function SaveToVault(props: SaveToVaultProps) {
  const [open, setOpen] = useState(false);
  usePanelKey('$mod+KeyS', () => setOpen(true));
  return (
    <>
      <Button
        aria-label="Save to vault"
        onClick={() => setOpen(true)}
        title={`Save to vault (${modifier}+S)`}
        icon={<Vault size={14} aria-hidden="true" />}
      >
        <span className="@max-2xl:hidden">Save to vault</span>
      </Button>
      {open && (
        <Dialog open onOpenChange={setOpen} title="Save to vault">
          <SaveDialogBody {...props} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function SaveDialogBody(props: SaveToVaultProps & { onDone(): void }) {
  const masterPassword = useVault((state) => state.masterPassword);
  const { data: stored, error } = useQuery(vaultQuery);
  if (error) return <ErrorNote error={error} />;
  if (stored === undefined) return <LoadingRows label="Loading the vault" />;
  if (masterPassword === null) return <UnlockForm stored={stored} />;
  return <SaveForm {...props} stored={stored} masterPassword={masterPassword} />;
}
