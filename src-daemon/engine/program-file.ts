import type { SandboxFile, SandboxJob } from './engine.ts';
import type { Language } from './languages/languages.ts';

const byteOrderMark = Buffer.from('\uFEFF');

/** Returns the program of a job as a file, without a byte order mark. Its language determines the name, unless the job names it. */
export function programFile(job: Pick<SandboxJob, 'code' | 'entry'>, language: Language): SandboxFile {
  return {
    path: programPath(job, language),
    content: withoutByteOrderMark(Buffer.from(job.code, 'utf8')),
  };
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
