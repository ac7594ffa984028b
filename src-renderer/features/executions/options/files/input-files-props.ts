import type { SourceFolder } from '../../../../ui/files/source-folder.ts';
import type { DraftFile } from '../option-fields.ts';
import type { RunOptionsProps } from '../run-options-props.ts';
import type { ProgramDraft } from './program.ts';

export type InputFilesProps = Pick<RunOptionsProps, 'draft' | 'edit' | 'program' | 'runsAt'>;

/** Returns the program among the files; undefined if it stays the code of the editor. */
export type ChooseProgram = (files: DraftFile[]) => ProgramDraft | undefined;

export interface FolderDialogProps {
  folder: SourceFolder;
  /** The files that the run has already. */
  kept: readonly DraftFile[];
  /** The program in the editor; absent where it cannot be replaced. */
  program: RunOptionsProps['program'];
  onAdd(files: readonly DraftFile[], choose: ChooseProgram | undefined): void;
  onClose(): void;
}
