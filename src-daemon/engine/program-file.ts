import type { SandboxFile, SandboxJob } from './engine.ts';
import type { Language } from './languages/languages.ts';

const byteOrderMark = Buffer.from('\uFEFF');

/** Returns the program of a job as a file, without a byte order mark. Its language determines the name. */
export function programFile({ code }: Pick<SandboxJob, 'code'>, language: Language): SandboxFile {
  return {
    path: programPath(code, language),
    content: withoutByteOrderMark(Buffer.from(code, 'utf8')),
  };
}

/** Returns the file name of a program in the working directory. */
export function programPath(code: string, { fileName, fileNameOf }: Language): string {
  return fileNameOf?.(code) ?? fileName;
}

/** Removes the mark that editors on Windows add. Many compilers and interpreters read it as part of the first word. */
export function withoutByteOrderMark(content: Uint8Array): Uint8Array {
  return byteOrderMark.equals(content.subarray(0, byteOrderMark.length))
    ? content.subarray(byteOrderMark.length)
    : content;
}
