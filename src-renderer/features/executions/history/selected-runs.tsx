import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { DeleteRunsDialog } from './delete-runs-dialog.tsx';

/** Actions for the selected runs; empty if none is selected. */
export function SelectedRuns({ ids, onClear }: { ids: readonly string[]; onClear(): void }) {
  const [deletes, setDeletes] = useState(false);
  if (ids.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-1.5">
      <span className="text-sm text-muted" role="status">
        {ids.length === 1 ? '1 run selected' : `${ids.length} runs selected`}
      </span>
      <Button onClick={onClear}>Clear selection</Button>
      <Button kind="danger" onClick={() => setDeletes(true)} icon={<Trash2 size={14} aria-hidden="true" />}>
        {ids.length === 1 ? 'Delete run' : `Delete ${ids.length} runs`}
      </Button>
      <DeleteRunsDialog ids={deletes ? ids : []} onClose={() => setDeletes(false)} onDeleted={onClear} />
    </div>
  );
}
