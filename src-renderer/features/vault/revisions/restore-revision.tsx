import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { CodeRevision } from '../../../../src-shared/contracts/vault.contract.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { DialogActions } from '../../../ui/overlays/dialog.tsx';
import type { OpenDocument } from '../documents/use-document.ts';

interface RestoreRevisionProps {
  revision: CodeRevision;
  /** The decrypted code of the revision. */
  code: string;
  document: OpenDocument;
  onRestored(): void;
}

/** Opens an earlier revision in the editor as an unsaved change. Asks first if that replaces unsaved changes. */
export function RestoreRevision({ revision, code, document, onRestored }: RestoreRevisionProps) {
  const [isAsking, setAsking] = useState(false);
  const restore = () => {
    document.change({ code, language: revision.language, description: revision.description });
    onRestored();
  };
  return (
    <DialogActions>
      {isAsking && (
        <p role="alert" className="mr-auto self-center text-sm text-warn">
          This replaces your unsaved changes.
        </p>
      )}
      <Button
        kind={isAsking ? 'danger' : 'plain'}
        onClick={() => (document.isUnsaved && !isAsking ? setAsking(true) : restore())}
        icon={<RotateCcw size={14} aria-hidden="true" />}
      >
        {isAsking ? 'Replace my changes' : `Open revision ${revision.revision} in the editor`}
      </Button>
    </DialogActions>
  );
}
