import { GitCompare } from 'lucide-react';
import { useState } from 'react';
import { asApiError } from '../../client/api-error.ts';
import type { DraftVersions } from '../../client/drafts/draft.ts';
import { compareDrafts } from '../../client/drafts/drafts.ts';
import { CodeDiff } from '../code-editor/code-diff.tsx';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { showToast } from '../overlays/toasts.ts';
import { draftLinesOf } from './draft-lines.ts';

/** The button that shows the draft of another window next to this window's, before the user chooses one. */
export function CompareDrafts({ id }: { id: string }) {
  const [versions, setVersions] = useState<DraftVersions>();
  const compare = () =>
    compareDrafts(id).then(setVersions, (error: unknown) => showToast(asApiError(error).message, 'danger'));
  return (
    <>
      <Button onClick={() => void compare()} icon={<GitCompare size={14} aria-hidden="true" />}>
        Compare
      </Button>
      {versions && (
        <Dialog
          open
          onOpenChange={() => setVersions(undefined)}
          size="wide"
          title="Compare the two drafts"
          description={
            versions.other === undefined
              ? 'The other window deleted its draft. The added lines are the draft of this window.'
              : 'Removed lines are in the draft of the other window only, added lines in the draft of this window only.'
          }
        >
          <div className="h-[55vh] overflow-hidden rounded-control border border-line">
            <CodeDiff before={draftLinesOf(versions.other)} after={draftLinesOf(versions.own)} language="text" />
          </div>
        </Dialog>
      )}
    </>
  );
}
