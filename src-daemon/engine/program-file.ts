import type { SandboxFile, SandboxJob } from './engine.ts';
import type { Language } from './languages/languages.ts';

const byteOrderMark = Buffer.from('\uFEFF');

/** The program of a job as a sandbox gets it: under its language's name for it, without a byte order mark. */
export function programFile({ code }: Pick<SandboxJob, 'code'>, language: Language): SandboxFile {
  return {
    path: programPath(code, language),
    content: withoutByteOrderMark(Buffer.from(code, 'utf8')),
  };
}

/** The name of a program in the working directory. */
export function programPath(code: string, { fileName, fileNameOf }: Language): string {
  return fileNameOf?.(code) ?? fileName;
}

/** Editors on Windows put a mark before the first character. Many compilers and interpreters take it for a part of it. */
export function withoutByteOrderMark(content: Uint8Array): Uint8Array {
  return byteOrderMark.equals(content.subarray(0, byteOrderMark.length))
    ? content.subarray(byteOrderMark.length)
    : content;
}
