import { useMemo, useState } from 'react';
import type { LanguageInfo } from '../../../../../src-shared/contracts/languages.contract.ts';
import { visibleLine } from '../../../../../src-shared/formats/visible-text.ts';
import { ApiError } from '../../../../client/api-error.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Checkbox } from '../../../../ui/controls/checkbox.tsx';
import { SelectField } from '../../../../ui/controls/field.tsx';
import { ErrorNote } from '../../../../ui/feedback/error-note.tsx';
import { DialogActions } from '../../../../ui/overlays/dialog.tsx';
import { formatBytes } from '../../../../ui/text/format.ts';
import { LongText } from '../../../../ui/text/long-text.tsx';
import { isUntouched } from '../../samples/samples.ts';
import { bytesOf, type FolderFiles, type FolderPart, partsOf } from './folder-files.ts';
import type { FolderDialogProps } from './input-files-props.ts';
import { inputLimits, inputLimitText } from './input-limits.ts';
import { defaultProgram, programsIn, withProgram } from './program.ts';
import { readInputFile } from './read-input-file.ts';

const reasons: Readonly<Record<FolderFiles['leftOut'][number]['reason'], string>> = {
  rule: 'named by an ignore file',
  secret: 'usually holds secrets',
  history: 'version control',
  unreadable: 'cannot be read',
  'too-many': 'over the limit of one folder',
  path: 'its path is too long or too deep',
};
/** So many of the entries are named. */
const named = 50;

interface FolderChoicesProps extends FolderDialogProps {
  found: FolderFiles;
  languages: readonly LanguageInfo[];
}

/** The choices for a folder: which parts of it, which file is the program, and at which paths they are. */
export function FolderChoices({ found, languages, kept, program, onAdd, onClose }: FolderChoicesProps) {
  const parts = useMemo(() => partsOf(found.files), [found]);
  const paths = useMemo(() => found.files.map(({ path }) => path), [found]);
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [entry, setEntry] = useState(() =>
    program && isUntouched(program.code) ? defaultProgram(paths, languages) : '',
  );
  const [hasFolder, setHasFolder] = useState<boolean>();
  const { add, isReading, error } = useAdding(onAdd);

  const files = parts.filter(({ name }) => !without.has(name)).flatMap((part) => part.files);
  const chosen = files.some(({ path }) => path === entry) ? entry : '';
  // A program finds its files by their paths in the project; other files keep the folder that they were in.
  const isInFolder = found.name !== '' && (hasFolder ?? chosen === '');
  const prefix = isInFolder ? `${found.name}/` : '';
  const isTooMuch = kept.length + files.length > inputLimits.files || bytesOf(files) > inputLimits.bytes;
  const replaced = files.filter(({ path }) => kept.some((file) => file.path === prefix + path)).length;
  return (
    <>
      <Parts parts={parts} without={without} onWithout={setWithout} />
      {program && (
        <SelectField
          label="Program"
          hint={
            chosen === ''
              ? 'The code in the editor stays the program.'
              : 'It is opened in the editor, and runs at its path.'
          }
          value={chosen}
          onValue={setEntry}
          options={[
            { value: '', label: 'The code in the editor' },
            ...programsIn(
              files.map(({ path }) => path),
              languages,
            ).map((path) => ({ value: path, label: visibleLine(path) })),
          ]}
        />
      )}
      {found.name !== '' && (
        <Checkbox
          label={`In a folder ${visibleLine(found.name)}/`}
          hint={`Off: its contents are directly in the working directory of the program.`}
          checked={isInFolder}
          onChecked={setHasFolder}
        />
      )}
      <LeftOutList leftOut={found.leftOut} />
      <p role="status" className={isTooMuch ? 'text-sm text-danger' : 'text-sm text-muted'}>
        {totalOf(files.length, bytesOf(files))}
        {isTooMuch && `. ${inputLimitText} Untick what the program does not need.`}
        {!isTooMuch && replaced > 0 && `, ${replaced} of them in place of files with the same path`}
      </p>
      <ErrorNote error={error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          busy={isReading}
          disabled={isTooMuch || files.length === 0}
          onClick={() =>
            void add(
              files.map(({ path, file }) => ({ path: prefix + path, file })),
              chosen !== '' && program
                ? (all) => withProgram({ ...program, files: all }, prefix + chosen, languages)
                : undefined,
            )
          }
        >
          {files.length === 1 ? 'Add 1 file' : `Add ${files.length.toLocaleString('en')} files`}
        </Button>
      </DialogActions>
    </>
  );
}

const totalOf = (count: number, bytes: number): string =>
  `${count === 1 ? '1 file' : `${count.toLocaleString('en')} files`}, ${formatBytes(bytes)}`;

interface PartsProps {
  parts: readonly FolderPart[];
  without: ReadonlySet<string>;
  onWithout(without: ReadonlySet<string>): void;
}

function Parts({ parts, without, onWithout }: PartsProps) {
  if (parts.length === 0) return <p className="text-sm">No file of this folder can be added.</p>;
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1 text-sm font-medium">What is added</legend>
      <div className="flex max-h-48 flex-col gap-1 overflow-y-auto pb-2">
        {parts.map(({ name, files, bytes }) => (
          <Checkbox
            key={name}
            label={
              <>
                <span className={name === '' ? '' : 'font-mono break-all'}>
                  {name === '' ? 'Files in no folder' : visibleLine(name)}
                </span>{' '}
                <span className="text-xs text-muted">{totalOf(files.length, bytes)}</span>
              </>
            }
            checked={!without.has(name)}
            onChecked={(isIn) =>
              onWithout(new Set([...without].filter((one) => one !== name).concat(isIn ? [] : [name])))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Reads the chosen files, and then adds them. */
function useAdding(onAdd: FolderDialogProps['onAdd']) {
  const [isReading, setIsReading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const add = async (files: readonly { path: string; file: File }[], choose: Parameters<typeof onAdd>[1]) => {
    setIsReading(true);
    setError(null);
    try {
      onAdd(await Promise.all(files.map(({ path, file }) => readInputFile(file, path))), choose);
    } catch {
      setError(new ApiError('unreadable', 'A file could not be read. Was it changed or moved? Add the folder again.'));
    }
    setIsReading(false);
  };
  return { add, isReading, error };
}

/** Lists what of a folder is not added, with the reason; folded at first. */
function LeftOutList({ leftOut }: Pick<FolderFiles, 'leftOut'>) {
  if (leftOut.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer">Left out: {leftOut.length.toLocaleString('en')}</summary>
      <ul aria-label="Left out" className="mt-1 flex max-h-40 flex-col overflow-y-auto">
        {leftOut.slice(0, named).map(({ path, reason }) => (
          <li key={path} className="flex gap-2">
            <LongText text={visibleLine(path)} className="flex-1 font-mono" />
            <span className="shrink-0 text-xs text-muted">{reasons[reason]}</span>
          </li>
        ))}
        {leftOut.length > named && <li className="text-xs text-muted">and {leftOut.length - named} more</li>}
      </ul>
    </details>
  );
}
