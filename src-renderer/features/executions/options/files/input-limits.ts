import { requestLimits } from '../../../../../src-shared/contracts/execute-request.ts';
import type { DraftFile } from '../option-fields.ts';

const mebibyte = 1024 * 1024;

/** The limits of a run. The rest of a request's body is for the code and the other options. */
export const inputLimits = { files: requestLimits.inputFiles, bytes: requestLimits.bodyBytes - mebibyte } as const;

export const inputLimitText = `A run can have at most ${inputLimits.files} files with ${inputLimits.bytes / mebibyte} MiB together.`;

/** Returns why a run cannot have these files; empty if it can. Base64 makes a file that is not text a third larger. */
export function problemOfFiles(files: readonly DraftFile[]): string {
  const encoded = files.reduce((sum, { content }) => sum + content.length, 0);
  const isTooMuch = files.length > inputLimits.files || encoded > inputLimits.bytes;
  return isTooMuch ? `${inputLimitText} Remove some files.` : '';
}
