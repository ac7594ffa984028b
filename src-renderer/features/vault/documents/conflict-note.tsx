import { GitCompare } from 'lucide-react';
import { useState } from 'react';
import { CodeDiff } from '../../../ui/code-editor/code-diff.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { changeDocument, dropDocument } from './script-drafts.ts';
import type { DocumentId } from './script-edit.ts';
import type { OpenDocument, StoredText } from './use-document.ts';

interface ConflictNoteProps {
  id: DocumentId;
  document: OpenDocument;
  storedText: StoredText | undefined;
}

/** Shows that the stored script changed since the edit began. Nothing is saved until the user chooses a version. */
export function ConflictNote({ id, document, storedText }: ConflictNoteProps) {
  const [isOpen, setOpen] = useState(false);
  const { edit, text, isOutdated } = document;
  if (!isOutdated || edit === undefined) return null;
  const keepMine = () => {
    setOpen(false);
    changeDocument(id, { text, base: storedText?.revision ?? 0 });
  };
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn"
    >
      <p className="min-w-0 break-words">
        {storedText
          ? `Revision ${storedText.revision} of ${text.name} was saved in another window. Your changes are based on revision ${edit.base}.`
          : `${text.name} was deleted in another window. Your changes exist only here.`}
      </p>
      {storedText ? (
        <Button onClick={() => setOpen(true)} icon={<GitCompare size={14} aria-hidden="true" />}>
          Compare and choose
        </Button>
      ) : (
        <Button onClick={keepMine}>Keep as a new script</Button>
      )}
      {isOpen && storedText && (
        <ConflictDialog
          mine={text.code}
          stored={storedText}
          onKeepMine={keepMine}
          onTakeTheirs={() => dropDocument(id)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface ConflictDialogProps {
  mine: string;
  stored: StoredText;
  onKeepMine(): void;
  onTakeTheirs(): void;
  onClose(): void;
}

function ConflictDialog({ mine, stored, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  const { revision, text } = stored;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title={`Compare revision ${revision} of ${text.name} with your changes`}
      description={`“Keep mine” makes your version the next revision when you save it. “Take revision ${revision}” deletes your changes.`}
    >
      <div className="h-[55vh] overflow-hidden rounded-control border border-line">
        <CodeDiff before={text.code} after={mine} language={text.language} />
      </div>
      <DialogActions>
        <Button kind="danger" onClick={onTakeTheirs}>
          Take revision {revision}
        </Button>
        <Button kind="primary" onClick={onKeepMine}>
          Keep mine
        </Button>
      </DialogActions>
    </Dialog>
  );
}
