/** Further file extensions, each with the extension in the language table. */
const furtherExtensions: Readonly<Record<string, string>> = {
  '.mjs': '.js',
  '.cjs': '.js',
  '.mts': '.ts',
  '.cts': '.ts',
  '.tsx': '.ts',
  '.bash': '.sh',
};

/** The languages of this version by the extensions of their files, for a client that knows the version of its daemon. */
const knownExtensions: Readonly<Record<string, string>> = {
  '.py': 'python',
  '.js': 'javascript',
  '.ts': 'typescript',
  '.sh': 'bash',
  '.rb': 'ruby',
  '.php': 'php',
  '.pl': 'perl',
  '.lua': 'lua',
  '.r': 'r',
  '.java': 'java',
  '.c': 'c',
  '.cpp': 'cpp',
  '.go': 'go',
  '.rs': 'rust',
};

/** Returns the id of the language of this version that a file's extension names. */
export function languageOfExtension(name: string): string | undefined {
  const extension = extensionOf(name);
  return extension !== undefined && Object.hasOwn(knownExtensions, extension) ? knownExtensions[extension] : undefined;
}

/** Returns true for the id of a language of this version. */
export function isLanguageId(name: string): boolean {
  return Object.values(knownExtensions).includes(name);
}

/** Returns the id of a file's language, by its extension or else by its `#!` line. */
export function languageOfFile(
  languages: readonly { id: string; aliases: readonly string[]; fileExtension: string }[],
  file: { name: string; code: string },
): string | undefined {
  const extension = extensionOf(file.name);
  const interpreter = interpreterOf(file.code);
  const byExtension = languages.find(({ fileExtension }) => fileExtension === extension);
  const byInterpreter = languages.find(({ id, aliases }) => [id, ...aliases].some((name) => name === interpreter));
  return (byExtension ?? byInterpreter)?.id;
}

function extensionOf(name: string): string | undefined {
  const ending = /[^/\\](\.[^./\\]+)$/.exec(name)?.[1]?.toLowerCase();
  return furtherExtensions[ending ?? ''] ?? ending;
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
