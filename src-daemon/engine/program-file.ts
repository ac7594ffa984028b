import type { SandboxFile, SandboxJob } from './engine.ts';
import type { Language } from './languages/languages.ts';
import { withUnixLines } from './shell-lines.ts';

const byteOrderMark = Buffer.from('\uFEFF');

/** Returns the program of a job as a file, as `programContent` has it. Its language determines the name, unless the job names it. */
export function programFile(job: Pick<SandboxJob, 'code' | 'entry'>, language: Language): SandboxFile {
  return {
    path: programPath(job, language),
    content: programContent(job.code, language),
  };
}

/** Returns code for its interpreter: without a byte order mark, and a shell script of Windows with the lines of Unix. */
export function programContent(code: string, { id }: Pick<Language, 'id'>): Uint8Array {
  return withoutByteOrderMark(Buffer.from(id === 'bash' ? withUnixLines(code) : code, 'utf8'));
}

/** Returns the path of a program in the working directory. */
export function programPath(
  { code, entry }: Pick<SandboxJob, 'code' | 'entry'>,
  { fileName, fileNameOf }: Language,
): string {
  return entry ?? fileNameOf?.(code) ?? fileName;
}

/** Removes the mark that editors on Windows add. Many compilers and interpreters read it as part of the first word. */
export function withoutByteOrderMark(content: Uint8Array): Uint8Array {
  return byteOrderMark.equals(content.subarray(0, byteOrderMark.length))
    ? content.subarray(byteOrderMark.length)
    : content;
}
