import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { CodeRevision, EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { CodeDiff } from '../../../ui/code-editor/code-diff.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { SelectField } from '../../../ui/controls/field.tsx';
import { LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { formatBytes, formatTime } from '../../../ui/text/format.ts';
import type { OpenDocument } from '../documents/use-document.ts';
import { openedCodeQuery, revisionsQuery } from '../vault.queries.ts';

interface RevisionsDialogProps {
  current: EncryptedCodeMetadata;
  masterPassword: string;
  document: OpenDocument;
  onClose(): void;
}

/** Shows the changes from an earlier revision to the current one. It does not change an unsaved edit. */
export function RevisionsDialog(props: RevisionsDialogProps) {
  const { current, onClose } = props;
  const { data: revisions, error } = useQuery(revisionsQuery(current.name));
  const earlier = revisions?.filter(({ revision }) => revision !== current.revision);
  return (
    <Dialog open onOpenChange={onClose} title={`Revisions of ${current.name}`} size="wide">
      <ErrorNote error={error} />
      {earlier?.length === 0 && (
        <p className="text-muted">This is the first revision, so there is nothing to compare.</p>
      )}
      {earlier && earlier.length > 0 && <Comparison {...props} earlier={earlier} />}
    </Dialog>
  );
}

function Comparison(props: RevisionsDialogProps & { earlier: readonly CodeRevision[] }) {
  const { current, earlier, masterPassword, document, onClose } = props;
  const [chosen, setChosen] = useState(String(earlier[0]?.revision ?? ''));
  const before = useQuery(openedCodeQuery(current.name, Number(chosen), masterPassword));
  const after = useQuery(openedCodeQuery(current.name, current.revision, masterPassword));
  const revision = earlier.find((other) => String(other.revision) === chosen);
  return (
    <>
      <SelectField
        label="Compare with"
        value={chosen}
        onValue={setChosen}
        options={earlier.map(({ revision, createdAt, size }) => ({
          value: String(revision),
          label: `Revision ${revision}, ${formatTime(createdAt)}, ${formatBytes(size)}`,
        }))}
      />
      <ErrorNote error={before.error ?? after.error} />
      {before.data === undefined || after.data === undefined ? (
        <LoadingRows label="Decrypting" />
      ) : (
        <div className="h-[55vh] overflow-hidden rounded-control border border-line">
          <CodeDiff key={chosen} before={before.data} after={after.data} language={current.language} />
        </div>
      )}
      {revision && before.data !== undefined && (
        <RestoreRevision key={chosen} revision={revision} code={before.data} document={document} onRestored={onClose} />
      )}
    </>
  );
}

interface RestoreRevisionProps {
  revision: CodeRevision;
  /** The decrypted code of the revision. */
  code: string;
  document: OpenDocument;
  onRestored(): void;
}

/** Opens an earlier revision in the editor as an unsaved change. Asks first if that replaces unsaved changes. */
function RestoreRevision({ revision, code, document, onRestored }: RestoreRevisionProps) {
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
