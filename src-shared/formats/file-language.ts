/** Further file extensions, each with the extension in the language table. */
const furtherExtensions: Readonly<Record<string, string>> = {
  '.mjs': '.js',
  '.cjs': '.js',
  '.mts': '.ts',
  '.cts': '.ts',
  '.bash': '.sh',
};

/** Returns the id of a file's language, by its extension or else by its `#!` line. */
export function languageOfFile(
  languages: readonly { id: string; aliases: readonly string[]; fileExtension: string }[],
  file: { name: string; code: string },
): string | undefined {
  const ending = /[^/\\](\.[^./\\]+)$/.exec(file.name)?.[1]?.toLowerCase();
  const extension = furtherExtensions[ending ?? ''] ?? ending;
  const interpreter = interpreterOf(file.code);
  const byExtension = languages.find(({ fileExtension }) => fileExtension === extension);
  const byInterpreter = languages.find(({ id, aliases }) => [id, ...aliases].some((name) => name === interpreter));
  return (byExtension ?? byInterpreter)?.id;
}

/** Returns the interpreter of a `#!` line: `#!/usr/bin/env python3.11 -u` -> `python3`, `#!/bin/bash` -> `bash`. */
export function interpreterOf(code: string): string | undefined {
  const [program, ...rest] = /^#!([^\n]*)/.exec(code)?.[1]?.trim().split(/\s+/) ?? [];
  const name = program?.endsWith('/env') ? rest.find((word) => !word.startsWith('-')) : program;
  return name
    ?.split('/')
    .at(-1)
    ?.replace(/\.\d+$/, '')
    .toLowerCase();
}
