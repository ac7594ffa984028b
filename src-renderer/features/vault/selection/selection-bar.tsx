import { Download, FolderInput, Trash2, X } from 'lucide-react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { clearSelection, useSelection } from './selection-store.ts';

interface SelectionBarProps {
  stored: readonly EncryptedCodeMetadata[];
  onDelete(names: readonly string[]): void;
  onMove(names: readonly string[]): void;
  onExport(names: readonly string[]): void;
  /** Focuses the tree, because the bar that had the focus is removed. */
  focusTree(): void;
}

/** Says how many scripts are selected, and has the actions on them. Escape selects nothing. */
export function SelectionBar({ stored, onDelete, onMove, onExport, focusTree }: SelectionBarProps) {
  const selected = useSelection((state) => state.selected);
  const names = stored.flatMap(({ name }) => (selected.has(name) ? [name] : []));
  const clear = () => {
    clearSelection();
    focusTree();
  };
  return (
    <>
      <p role="status" className="sr-only">
        {names.length > 0 && `${names.length} selected`}
      </p>
      {names.length > 0 && (
        <div
          role="toolbar"
          aria-label="Selected scripts"
          onKeyDown={(event) => {
            if (event.key === 'Escape') clear();
          }}
          className="flex flex-wrap items-center gap-1.5 border-b border-line bg-accent-soft px-3 py-1.5"
        >
          <span aria-hidden="true" className="mr-auto text-sm font-medium whitespace-nowrap">
            {names.length} selected
          </span>
          <div className="flex">
            <IconButton
              label="Move to folder"
              onClick={() => onMove(names)}
              icon={<FolderInput size={16} aria-hidden="true" />}
            />
            <IconButton
              label="Export"
              onClick={() => onExport(names)}
              icon={<Download size={16} aria-hidden="true" />}
            />
            <IconButton
              label="Delete"
              onClick={() => onDelete(names)}
              icon={<Trash2 size={16} className="text-danger" aria-hidden="true" />}
            />
            <IconButton label="Clear the selection" onClick={clear} icon={<X size={16} aria-hidden="true" />} />
          </div>
        </div>
      )}
    </>
  );
}
