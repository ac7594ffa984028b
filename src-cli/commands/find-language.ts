import { extname } from 'node:path';
import { listLanguages } from '../../src-shared/languages.contract.ts';
import { CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';

/** Extensions of languages that have several. */
const furtherExtensions: Readonly<Record<string, string>> = {
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.mts': 'typescript',
  '.cts': 'typescript',
  '.bash': 'bash',
};
/** Of code that comes on stdin and does not say what it is. */
const defaultLanguage = 'python';

/**
 * The language of a file: by its extension, else by its `#!` line; of stdin without one, Python.
 * @throws CliError `usage`
 */
export async function findLanguage(client: ApiClient, path: string, code: string): Promise<string> {
  const extension = extname(path).toLowerCase();
  const known = furtherExtensions[extension];
  if (known !== undefined) return known;
  const named = interpreterOf(code);
  if (extension === '' && path === '-' && named === undefined) return defaultLanguage;
  const { languages } = await client.call(listLanguages, {});
  const byExtension = languages.find((language) => extension !== '' && language.fileExtension === extension);
  const byName = languages.find(({ id, aliases }) => named !== undefined && [id, ...aliases].includes(named));
  const found = byExtension ?? byName;
  if (found !== undefined) return found.id;
  const words = languages.map(({ id, fileExtension }) => `${id} (${fileExtension})`).join(', ');
  throw new CliError('usage', `The language of ${path} is not known; name it with --language: ${words}.`);
}

/** `#!/usr/bin/env python3.11 -u` -> `python3`, `#!/bin/bash` -> `bash`. */
function interpreterOf(code: string): string | undefined {
  const line = /^#!([^\n]*)/.exec(code)?.[1]?.trim().split(/\s+/) ?? [];
  const [program, ...rest] = line;
  const name = program?.endsWith('/env') ? rest.find((word) => !word.startsWith('-')) : program;
  return name
    ?.split('/')
    .at(-1)
    ?.replace(/\.\d+$/, '')
    .toLowerCase();
}
