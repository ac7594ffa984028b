import { Check, ChevronDown, ChevronRight, Folder } from 'lucide-react';
import type { MouseEvent } from 'react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { useLanguageName } from '../../../client/use-language-name.ts';
import { classes } from '../../../ui/classes.ts';
import { RolledBackBadge } from '../../../ui/feedback/rolled-back-badge.tsx';
import { formatAgo, formatBytes } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';
import { DirtyMark } from '../documents/dirty-mark.tsx';
import { useDocuments } from '../documents/documents-store.ts';
import { documentIdOf } from '../documents/script-edit.ts';
import { useIsUnsaved } from '../documents/use-is-unsaved.ts';
import type { FolderRow, ScriptRow, TreeRow } from './tree-rows.ts';
import { useTree } from './tree-store.ts';

interface TreeItemProps {
  id: string;
  row: TreeRow;
  /** True for the row that the keys act on. */
  isActive: boolean;
  /** Undefined for a row that cannot be selected. */
  isSelected: boolean | undefined;
  bounds: { top: number; height: number };
  onOpen(name: string): void;
  /** Handles a click that selects; returns false for a plain click. */
  onPick(event: MouseEvent): boolean;
}

/** A row of the tree: a folder, which a click opens or closes, or a script, which a click opens. */
export function TreeItem({ id, row, isActive, isSelected, bounds, onOpen, onPick }: TreeItemProps) {
  const isChosen = useDocuments((state) => row.kind === 'script' && state.chosen === row.path);
  const { activate, setOpen } = useTree.getState();
  const { kind, level, setSize, position } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and handles the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-setsize={setSize}
      aria-posinset={position}
      aria-selected={isSelected}
      aria-current={isChosen || undefined}
      aria-expanded={kind === 'folder' ? row.isOpen : undefined}
      // The tree keeps the focus, because rows that are scrolled away are removed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[role=tree]')?.focus({ preventScroll: true });
        activate(row.key);
        if (onPick(event)) return;
        if (row.kind === 'folder') setOpen(row.path, !row.isOpen);
        else onOpen(row.path);
      }}
      className={classes(
        'group absolute inset-x-0 flex min-w-0 cursor-default flex-col justify-center overflow-hidden pr-3 hover:bg-sunken',
        (isChosen || isSelected) && 'bg-accent-soft!',
        isSelected && 'pr-8!',
        // Inside of the tree's own outline, which would cover a part of it.
        isActive &&
          'group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-4 group-focus-visible/tree:outline-accent',
      )}
      style={{ ...bounds, paddingLeft: 12 + (level - 1) * 14 }}
    >
      {row.kind === 'folder' ? <FolderText row={row} /> : <ScriptText row={row} />}
      {isSelected && <Check size={14} className="absolute top-2 right-2 text-accent" aria-hidden="true" />}
    </div>
  );
}

function FolderText({ row: { label, isOpen } }: { row: FolderRow }) {
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm font-medium">
      <Chevron size={14} className="shrink-0 text-muted" aria-hidden="true" />
      <Folder size={14} className="shrink-0 text-muted" aria-hidden="true" />
      <LongText text={visibleLine(label)} />
    </span>
  );
}

function ScriptText({ row: { path, label, metadata } }: { row: ScriptRow }) {
  const isUnsaved = useIsUnsaved(documentIdOf(path));
  const language = useLanguageName(metadata?.language ?? '');
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-2 font-medium">
        <LongText text={visibleLine(label)} /> {isUnsaved && <DirtyMark />}
        <RolledBackBadge kind="script" of={path} />
      </span>
      <LongText className="text-xs text-muted" text={visibleLine(factsOf(metadata, language))} />
    </>
  );
}

function factsOf(metadata: ScriptRow['metadata'], language: string): string {
  if (metadata === undefined) return 'not stored: only these changes exist';
  const { description, size, revision, updatedAt } = metadata;
  // A narrow list cuts the end.
  return [description, language, `revision ${revision}`, formatAgo(updatedAt), formatBytes(size)]
    .filter((fact) => fact !== '')
    .join(' · ');
}
