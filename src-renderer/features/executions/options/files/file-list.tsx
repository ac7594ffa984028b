import { ChevronDown, ChevronRight, X } from 'lucide-react';
import { useState } from 'react';
import { visibleLine } from '../../../../../src-shared/formats/visible-text.ts';
import { IconButton } from '../../../../ui/controls/button.tsx';
import { formatBytes } from '../../../../ui/text/format.ts';
import { LongText } from '../../../../ui/text/long-text.tsx';
import type { DraftFile } from '../option-fields.ts';
import { type FileFolder, folderOf } from './file-tree.ts';

/** With more files, folders are closed at first. */
const openUpTo = 12;

interface FileListProps {
  files: readonly DraftFile[];
  /** Removes the files whose path is this one, or begins with it if it ends with a slash. */
  onRemove(path: string): void;
}

/** The files of a run in their folders, which open and close. */
export function FileList({ files, onRemove }: FileListProps) {
  const root = folderOf(files);
  if (root.count === 0) return null;
  return <Level folder={root} label="Files for the program" onRemove={onRemove} isOpen={root.count <= openUpTo} />;
}

interface LevelProps extends Pick<FileListProps, 'onRemove'> {
  folder: FileFolder;
  label: string;
  isOpen: boolean;
}

function Level({ folder: { folders, files }, label, isOpen, onRemove }: LevelProps) {
  return (
    <ul aria-label={label} className="flex min-w-0 flex-col">
      {folders.map((folder) => (
        <FolderRow key={folder.path} folder={folder} isOpenAtFirst={isOpen} onRemove={onRemove} />
      ))}
      {files.map(({ path, size }) => (
        <li key={path} className="group flex items-center gap-2">
          <LongText text={visibleLine(path.split('/').at(-1) ?? '')} className="flex-1 pl-5 font-mono text-sm" />
          <Size bytes={size} />
          <Remove name={path} onRemove={() => onRemove(path)} />
        </li>
      ))}
    </ul>
  );
}

function FolderRow({
  folder,
  isOpenAtFirst,
  onRemove,
}: { folder: FileFolder; isOpenAtFirst: boolean } & Pick<FileListProps, 'onRemove'>) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const { name, path, count, bytes } = folder;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li>
      <div className="group flex items-center gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="group flex min-h-6 min-w-0 flex-1 items-center gap-1 text-left"
        >
          <Chevron size={16} className="shrink-0 text-muted" aria-hidden="true" />
          <LongText text={`${visibleLine(name)}/`} className="font-mono text-sm" />
          <span className="ml-auto shrink-0 text-xs text-muted">{count === 1 ? '1 file' : `${count} files`}</span>
        </button>
        <Size bytes={bytes} />
        <Remove name={path} onRemove={() => onRemove(path)} />
      </div>
      {isOpen && (
        <div className="ml-2 border-l border-line pl-1">
          <Level folder={folder} label={visibleLine(path)} isOpen={isOpenAtFirst} onRemove={onRemove} />
        </div>
      )}
    </li>
  );
}

const Size = ({ bytes }: { bytes: number }) => (
  <span className="shrink-0 text-xs text-muted">{formatBytes(bytes)}</span>
);

const Remove = ({ name, onRemove }: { name: string; onRemove(): void }) => (
  <IconButton label={`Remove ${visibleLine(name)}`} icon={<X size={14} aria-hidden="true" />} onClick={onRemove} />
);
