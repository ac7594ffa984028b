import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/controls/field.tsx';
import { formatBytes } from '../../../ui/text/format.ts';
import { kindNames, kindOf } from './file-kinds.ts';

/** Fewer files need no filter. */
const filteredFrom = 8;

interface FileListProps {
  files: readonly ResultFile[];
  shown: ResultFile;
  onShow(file: ResultFile): void;
}

/** The files of a run with their kinds and sizes. The arrow keys select; the selected file is shown. */
export function FileList({ files, shown, onShow, action }: FileListProps & { action: ReactNode }) {
  const [filter, setFilter] = useState('');
  const listed = files.filter(({ path }) => path.toLowerCase().includes(filter.toLowerCase()));
  return (
    <div className="flex max-h-[min(12rem,30vh)] shrink-0 flex-col border-b border-line @2xl:max-h-none @2xl:w-64 @2xl:border-r @2xl:border-b-0">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-2 py-1">
        <p role="status" className="flex-1 text-xs whitespace-nowrap text-muted">
          {filter === '' ? '' : `${listed.length} of `}
          {files.length === 1 ? '1 file' : `${files.length} files`}
        </p>
        {action}
        {files.length >= filteredFrom && (
          <div className="w-full">
            <TextField
              label="Filter files"
              labelHidden
              type="search"
              placeholder="Filter files"
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
            />
          </div>
        )}
      </div>
      <Options files={listed} shown={shown} onShow={onShow} />
    </div>
  );
}

function Options({ files, shown, onShow }: FileListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const selected = files.indexOf(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another selected file moves the list
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = targets[event.key]?.(selected, files.length);
    const file = target === undefined ? undefined : files[Math.max(0, Math.min(files.length - 1, target))];
    if (file === undefined) return;
    event.preventDefault();
    onShow(file);
  };
  if (files.length === 0) return <p className="p-3 text-sm text-muted">No file has this name.</p>;
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label="Files"
      {...(selected >= 0 && { 'aria-activedescendant': `${id}-${selected}` })}
      onKeyDown={onKeyDown}
      className="min-h-16 flex-1 overflow-auto focus-visible:-outline-offset-2"
    >
      {files.map((file, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
        <div
          key={file.path}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === selected}
          title={visibleLine(file.path)}
          onClick={() => onShow(file)}
          className={classes(
            'cursor-pointer border-l-2 px-2.5 py-1',
            index === selected ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-sunken',
          )}
        >
          {/* The view of the selected file has the whole name. */}
          <span data-whole-on-focus className="block truncate font-mono text-sm">
            {visibleLine(file.path)}
          </span>
          <span className="block truncate text-xs text-muted">
            {kindNames[kindOf(file)]}, {formatBytes(file.size)}
          </span>
        </div>
      ))}
    </div>
  );
}

const page = 8;

const targets: Readonly<Record<string, (selected: number, count: number) => number>> = {
  ArrowDown: (selected) => selected + 1,
  ArrowUp: (selected) => selected - 1,
  PageDown: (selected) => selected + page,
  PageUp: (selected) => selected - page,
  Home: () => 0,
  End: (_, count) => count - 1,
};
