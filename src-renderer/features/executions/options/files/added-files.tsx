import { useQuery } from '@tanstack/react-query';
import { visibleLine } from '../../../../../src-shared/formats/visible-text.ts';
import { languagesQuery } from '../../../../client/queries.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { SelectField } from '../../../../ui/controls/field.tsx';
import { FileList } from './file-list.tsx';
import type { InputFilesProps } from './input-files-props.ts';
import { programPath, programsIn, withProgram } from './program.ts';

/** The files of a run, and the select with the program: the code of the editor, or a file, which then is in the editor. */
export function AddedFiles({ draft, edit, program, runsAt }: InputFilesProps) {
  const { data: languages = [] } = useQuery(languagesQuery);
  const isBelow = (path: string, parent: string) =>
    path === parent || (parent.endsWith('/') && path.startsWith(parent));
  const remove = (path: string) => edit({ files: draft.files.filter((file) => !isBelow(file.path, path)) });
  const list = (
    <>
      <FileList files={draft.files} onRemove={remove} />
      {runsAt && <ScriptPath {...runsAt} />}
    </>
  );
  const texts = draft.files.filter(({ encoding }) => encoding === 'utf8').map(({ path }) => path);
  const programs = programsIn(texts, languages);
  if (program === undefined || (programs.length === 0 && program.entry === undefined)) return list;
  const ownPath = programPath(program, languages);
  const isTaken = texts.includes(ownPath);
  const choose = (path: string) => {
    const next = withProgram({ ...program, files: draft.files }, path, languages);
    if (next !== undefined) program.onProgram(next);
  };
  return (
    <>
      {list}
      <SelectField
        label="Program"
        name="entry"
        subject="The path of the program"
        hint={`The code in the editor runs at this path. Another file is opened and ${program.isStored ? 'saved as the script' : 'run'}; the code becomes one of the files.`}
        problem={isTaken ? `${visibleLine(ownPath)} is also among the files. Choose it here, or remove it.` : undefined}
        value=""
        onValue={choose}
        options={[
          { value: '', label: `${visibleLine(ownPath)}, in the editor` },
          ...programs.map((path) => ({ value: path, label: visibleLine(path) })),
        ]}
      />
    </>
  );
}

/** The path at which a stored script runs among its files, and the way back to the usual one. */
function ScriptPath({ path, onClear }: NonNullable<InputFilesProps['runsAt']>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
      <p className="min-w-0">
        The script runs at <span className="font-mono break-all">{visibleLine(path)}</span>.
      </p>
      <Button onClick={onClear}>Use the usual path</Button>
    </div>
  );
}
