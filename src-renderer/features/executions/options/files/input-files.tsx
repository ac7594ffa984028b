import { Suspense, useState } from 'react';
import { FileDrop } from '../../../../ui/controls/file-drop.tsx';
import { FolderButton } from '../../../../ui/controls/folder-button.tsx';
import { folderOfDrop, type SourceFolder } from '../../../../ui/files/source-folder.ts';
import { lazyComponent } from '../../../../ui/page/lazy-part.ts';
import type { DraftFile } from '../option-fields.ts';
import type { ChooseProgram, InputFilesProps } from './input-files-props.ts';
import { inputLimitText, problemOfFiles } from './input-limits.ts';
import { readInputFile } from './read-input-file.ts';

// The first paint does not need them. The dialog brings the rules of ignore files.
const AddedFiles = lazyComponent(() => import('./added-files.tsx'), 'AddedFiles');
const FolderDialog = lazyComponent(() => import('./folder-dialog.tsx'), 'FolderDialog');

/** Files and folders for the working directory of the program, dropped here or selected, and which of them is the program. */
export function InputFiles({ draft, edit, program, runsAt }: InputFilesProps) {
  const [problem, setProblem] = useState('');
  const [folder, setFolder] = useState<SourceFolder>();
  const add = (files: readonly DraftFile[], choose?: ChooseProgram) => {
    const merged = [...draft.files.filter((kept) => !files.some((file) => file.path === kept.path)), ...files];
    const wrong = problemOfFiles(merged);
    setProblem(wrong);
    if (wrong !== '') return;
    const chosen = choose?.(merged);
    if (chosen === undefined) edit({ files: merged });
    else program?.onProgram(chosen);
  };
  const open = (chosen: SourceFolder | undefined) => {
    if (chosen !== undefined) setFolder(chosen);
    return chosen !== undefined;
  };
  return (
    <>
      <FileDrop
        label="Add files"
        purpose="Files for the program"
        hint="or drop files and folders here"
        onFiles={(files) => void Promise.all(files.map((file) => readInputFile(file))).then((read) => add(read))}
        takeDrop={({ items }) => open(folderOfDrop(items))}
        further={<FolderButton label="Add a folder" purpose="Folder for the program" onFolder={open} />}
      >
        {problem && (
          <p role="alert" className="text-xs text-danger">
            {problem}
          </p>
        )}
      </FileDrop>
      <Suspense>
        {(draft.files.length > 0 || program?.entry !== undefined || runsAt !== undefined) && (
          <AddedFiles draft={draft} edit={edit} program={program} runsAt={runsAt} />
        )}
        {folder && (
          <FolderDialog
            folder={folder}
            kept={draft.files}
            program={program}
            onAdd={(files, choose) => {
              setFolder(undefined);
              add(files, choose);
            }}
            onClose={() => setFolder(undefined)}
          />
        )}
      </Suspense>
      {draft.files.length > 0 && <p className="text-xs text-muted">{inputLimitText}</p>}
    </>
  );
}
