import { expect, test } from 'vitest';
import { languages } from '../../../src-daemon/engine/languages/languages.ts';
import { languageOfExtension, languageOfFile } from '../../../src-shared/formats/file-language.ts';

test.each([
  ['report.py', '', 'python'],
  ['REPORT.PY', '', 'python'],
  ['server.mjs', '', 'javascript'],
  ['types.cts', '', 'typescript'],
  ['view.tsx', '', 'typescript'],
  ['deploy.bash', '', 'bash'],
  ['folder/deploy.v2.sh', '', 'bash'],
  ['deploy', '#!/usr/bin/env -S python3.11 -u\nprint(1)', 'python'],
  ['deploy', '#!/bin/bash\n', 'bash'],
  // The name says it, whatever the first line is.
  ['job.js', '#!/usr/bin/env python3\n', 'javascript'],
  ['notes.md', '# Notes', undefined],
  ['.py', '', undefined],
  ['sh', '', undefined],
])('%s with %j', (name, code, language) => {
  expect(languageOfFile(languages, { name, code })).toBe(language);
});

test('every language is known by its own extension', () => {
  for (const { id, fileExtension } of languages)
    expect(languageOfFile(languages, { name: `main${fileExtension}`, code: '' })).toBe(id);
});

test('an extension names the language of the table without asking the daemon', () => {
  for (const { id, fileExtension } of languages) expect(languageOfExtension(`a${fileExtension}`)).toBe(id);
  expect(languageOfExtension('a.MJS')).toBe('javascript');
  for (const name of ['a', 'a.md', 'a.constructor', '.py']) expect(languageOfExtension(name)).toBeUndefined();
});
