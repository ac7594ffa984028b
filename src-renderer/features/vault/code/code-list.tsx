import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { BackupReminder } from '../backup/backup-reminder.tsx';
import { useDelete } from '../deletion/use-delete.tsx';
import { DirtyMark } from '../documents/dirty-mark.tsx';
import { useDocuments } from '../documents/documents-store.ts';
import { scriptDraftsQuery } from '../documents/script-drafts.ts';
import { isUnsaved, nameOf } from '../documents/script-edit.ts';
import { useIsUnsaved } from '../documents/use-is-unsaved.ts';
import { RenameDialog, type RenameDialogProps } from '../rename/rename-dialog.tsx';
import { SelectionPart } from '../selection/selection-part.tsx';
import { VaultTools } from '../transfer/vault-tools.tsx';
import { type TreeRow, type TreeScript, treeRowsOf } from '../tree/tree-rows.ts';
import { useTree } from '../tree/tree-store.ts';
import { TreeView } from '../tree/tree-view.tsx';
import { searchCode } from './search-code.ts';

interface CodeListProps extends Pick<RenameDialogProps, 'onRenamed'> {
  stored: readonly EncryptedCodeMetadata[];
  /** Called when a script is selected, to close a list that covers its form. */
  onChosen(): void;
  /** Removes the run options of a deleted script. */
  dropOptionsOf(name: string): void;
}

/** The tree of stored scripts, searchable by name, language and description. */
export function CodeList({ stored, onChosen, onRenamed, dropOptionsOf }: CodeListProps) {
  const { search, find, choose } = useDocuments();
  const [renamed, setRenamed] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const { rows, names } = useRows(stored, search);
  const deletion = useDelete(stored, dropOptionsOf);
  const renaming = stored.find(({ name }) => name === renamed);
  const open = (name: string | undefined) => {
    choose(name);
    onChosen();
  };
  const isNewUnsaved = useIsUnsaved('script-new');
  return (
    <section aria-label="Stored scripts" className="flex min-h-48 flex-1 flex-col bg-surface">
      <div className="flex flex-col gap-2 border-b border-line p-3 low:flex-row low:flex-wrap low:p-2">
        <Button onClick={() => open(undefined)} icon={<Plus size={14} aria-hidden="true" />}>
          New script {isNewUnsaved && <DirtyMark />}
        </Button>
        <div className="min-w-20 flex-1">
          <TextField
            label="Search the vault"
            labelHidden
            type="search"
            placeholder="Search"
            value={search}
            onChange={(event) => find(event.target.value)}
            onKeyDown={(event) => onSearchKey(event, { rows, box: box.current, open })}
          />
        </div>
      </div>
      <SelectionPart
        stored={stored}
        onDelete={deletion.remove}
        onRenamed={onRenamed}
        focusTree={() => box.current?.focus()}
      />
      {deletion.dialog}
      {rows.length > 0 ? (
        <TreeView rows={rows} names={names} box={box} onOpen={open} onRename={setRenamed} onDelete={deletion.remove} />
      ) : (
        <p className="min-h-0 flex-1 p-3 text-sm text-muted">
          {stored.length === 0 ? 'No scripts yet.' : 'No script matches the search.'}
        </p>
      )}
      <BackupReminder stored={stored} />
      <VaultTools stored={stored} />
      {renaming && (
        <RenameDialog script={renaming} stored={stored} onRenamed={onRenamed} onClose={() => setRenamed(undefined)} />
      )}
    </section>
  );
}

interface ShownRows {
  rows: readonly TreeRow[];
  /** Names of the stored scripts among them, also in closed folders. */
  names: readonly string[];
}

/** Returns the visible rows. A search opens all folders. */
function useRows(stored: readonly EncryptedCodeMetadata[], search: string): ShownRows {
  const closed = useTree((state) => state.closed);
  const left = useLeftDrafts(stored);
  return useMemo(() => {
    const found: TreeScript[] = searchCode(stored, search).map((metadata) => ({ name: metadata.name, metadata }));
    const names = found.map(({ name }) => name);
    const text = search.trim().toLowerCase();
    for (const name of left) if (name.toLowerCase().includes(text)) found.push({ name, metadata: undefined });
    return { rows: treeRowsOf(found, (folder) => text !== '' || !closed.has(folder)), names };
  }, [stored, left, search, closed]);
}

/** Returns the names of scripts that have unsaved changes but are not stored, because they were deleted or renamed. */
function useLeftDrafts(stored: readonly EncryptedCodeMetadata[]): readonly string[] {
  const { data: listed } = useQuery(scriptDraftsQuery);
  const edits = useDocuments((state) => state.edits);
  const opened = useDocuments((state) => state.opened);
  return useMemo(() => {
    const names = new Set(stored.map(({ name }) => name));
    const inWindow = Object.entries(edits).flatMap(([id, edit]) => (isUnsaved(edit) ? [id] : []));
    const sealed = (listed ?? []).filter((id) => !opened[id]);
    const left = [...inWindow, ...sealed].map((id) => nameOf(id as (typeof sealed)[number]));
    return Array.from(new Set(left)).filter((name) => name !== undefined && !names.has(name)) as string[];
  }, [stored, listed, edits, opened]);
}

interface SearchTarget {
  rows: readonly TreeRow[];
  box: HTMLElement | null;
  open(name: string): void;
}

/** Enter opens the first script that was found; the arrows go to the tree. */
function onSearchKey(event: KeyboardEvent, { rows, box, open }: SearchTarget): void {
  const isDown = event.key === 'ArrowDown';
  const first = event.key === 'Enter' ? rows.find(({ kind }) => kind === 'script') : rows.at(isDown ? 0 : -1);
  if (first === undefined || !['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
  event.preventDefault();
  useTree.getState().activate(first.key);
  if (event.key === 'Enter') open(first.path);
  else box?.focus();
}
