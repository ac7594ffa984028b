import { X } from 'lucide-react';
import { useState } from 'react';
import { requestLimits } from '../../../../src-shared/contracts/execute-request.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { FileDrop } from '../../../ui/controls/file-drop.tsx';
import { formatBytes } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';
import { readInputFile } from './read-input-file.ts';
import type { DraftFile, RunOptionsDraft } from './run-draft.ts';

interface InputFilesProps {
  draft: RunOptionsDraft;
  edit(change: Partial<RunOptionsDraft>): void;
}

/** Input files for the working directory of the program, dropped here or selected. */
export function InputFiles({ draft, edit }: InputFilesProps) {
  const [problem, setProblem] = useState('');
  const add = async (chosen: readonly File[]) => {
    const files = await Promise.all(Array.from(chosen, readInputFile));
    const merged = [...draft.files.filter((kept) => !files.some(({ path }) => path === kept.path)), ...files];
    const wrong = problemOf(merged);
    setProblem(wrong);
    if (wrong === '') edit({ files: merged });
  };
  return (
    <FileDrop label="Add files" purpose="Files for the program" onFiles={(files) => void add(files)}>
      <FileList files={draft.files} onRemove={(path) => edit({ files: draft.files.filter((f) => f.path !== path) })} />
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
    </FileDrop>
  );
}

function FileList({ files, onRemove }: { files: DraftFile[]; onRemove(path: string): void }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files for the program" className="flex flex-col">
      {files.map(({ path, size }) => (
        <li key={path} className="group flex items-center gap-2">
          <LongText text={visibleLine(path)} className="flex-1 font-mono text-sm" />
          <span className="shrink-0 text-xs text-muted">{formatBytes(size)}</span>
          <IconButton
            label={`Remove ${visibleLine(path)}`}
            icon={<X size={14} aria-hidden="true" />}
            onClick={() => onRemove(path)}
          />
        </li>
      ))}
    </ul>
  );
}

function problemOf(files: DraftFile[]): string {
  if (files.length > requestLimits.inputFiles)
    return `A run can have at most ${requestLimits.inputFiles} files. Remove some files.`;
  const encoded = files.reduce((sum, { content }) => sum + content.length, 0);
  if (encoded > requestLimits.bodyBytes * 0.95)
    return 'The files are too large: a run can have 16 MiB in total. Remove some files.';
  return '';
}
