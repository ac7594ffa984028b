import { useQuery } from '@tanstack/react-query';
import { visibleLine } from '../../../../../src-shared/formats/visible-text.ts';
import { languagesQuery } from '../../../../client/queries.ts';
import { SelectField } from '../../../../ui/controls/field.tsx';
import { FileList } from './file-list.tsx';
import type { InputFilesProps } from './input-files-props.ts';
import { programPath, programsIn, withProgram } from './program.ts';

/** The files of a run, and the select with the program: the code of the editor, or a file, which then is in the editor. */
export function AddedFiles({ draft, edit, program }: InputFilesProps) {
  const { data: languages = [] } = useQuery(languagesQuery);
  const isBelow = (path: string, parent: string) =>
    path === parent || (parent.endsWith('/') && path.startsWith(parent));
  const remove = (path: string) => edit({ files: draft.files.filter((file) => !isBelow(file.path, path)) });
  const list = <FileList files={draft.files} onRemove={remove} />;
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
        hint="The code in the editor runs at this path. Another file is opened and run; the code becomes one of the files."
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
