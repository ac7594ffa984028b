import { History, Play, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../src-shared/vault.contract.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteCodeDialog } from './delete-code-dialog.tsx';
import { RevisionsDialog } from './revisions-dialog.tsx';
import type { CodeDetailProps } from './vault-props.ts';

interface StoredActionsProps extends CodeDetailProps {
  current: EncryptedCodeMetadata;
  /** The editor holds something else than the store. */
  isChanged: boolean;
}

/** What can be done with code that is stored: run it, look at what changed, delete it. */
export function StoredActions(props: Omit<StoredActionsProps, 'onRun'> & { onRun(): void }) {
  const { current, masterPassword, isChanged, isRunning, onRun, onCancel, onStored } = props;
  const [dialog, setDialog] = useState<'none' | 'delete' | 'revisions'>('none');
  const close = () => setDialog('none');
  return (
    <>
      {isRunning ? (
        <Button kind="danger" onClick={onCancel} icon={<Square size={14} aria-hidden="true" />}>
          Cancel run
        </Button>
      ) : (
        <Button
          onClick={onRun}
          disabled={isChanged}
          title={isChanged ? 'Save it first: what is stored is what runs.' : undefined}
          icon={<Play size={14} aria-hidden="true" />}
        >
          Decrypt and run
        </Button>
      )}
      <Button onClick={() => setDialog('revisions')} icon={<History size={14} aria-hidden="true" />}>
        Revisions
      </Button>
      <Button kind="danger" onClick={() => setDialog('delete')} icon={<Trash2 size={14} aria-hidden="true" />}>
        Delete
      </Button>
      {dialog === 'delete' && (
        <DeleteCodeDialog name={current.name} onClose={close} onDeleted={() => onStored(undefined)} />
      )}
      {dialog === 'revisions' && <RevisionsDialog current={current} masterPassword={masterPassword} onClose={close} />}
    </>
  );
}
