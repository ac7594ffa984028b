/** The parts of the extension that need no editor. */
import { describe, expect, it } from 'vitest';
import { safeLine } from '../../../clients/vscode/src/editor/safe-text.ts';
import { languageOf } from '../../../clients/vscode/src/run/find-language.ts';
import { createProgramOutput } from '../../../clients/vscode/src/run/program-output.ts';
import { withoutSharedIndent } from '../../../clients/vscode/src/run/selected-code.ts';
import { findSourceLinks } from '../../../clients/vscode/src/run/source-links.ts';
import { daemonAddress } from '../../../clients/vscode/src/settings.ts';

describe('a text from outside', () => {
  it('becomes one bounded line with visible control characters', () => {
    expect(safeLine('a\u001b[31m\nb\u202e')).toBe('a␛[31m␊b‹U+202E›');
    expect(safeLine('x'.repeat(1_000_000))).toHaveLength(602);
  });

  it('has no link that runs a command', () => {
    expect(safeLine('[click](command:workbench.action.quit)')).toBe('[click] (command:workbench.action.quit)');
  });
});

describe('the output of a program', () => {
  it('keeps line ends and characters that arrive in two chunks', () => {
    const output = createProgramOutput();
    expect(output.show('a\r') + output.show('\nb\ud83d') + output.show('\ude00c') + output.end()).toBe('a\r\nb😀c');
  });

  it('shows the half of a character at its end', () => {
    const output = createProgramOutput();
    expect(output.show('a\ud83d') + output.end()).toBe('a‹U+D83D›');
    expect(output.show('b\r') + output.end()).toBe('b␍');
  });
});

describe('the address of the daemon', () => {
  it.each([
    ['http://127.0.0.1:7341', 'http://127.0.0.1:7341'],
    ['http://localhost:7341/', 'http://127.0.0.1:7341'],
    ['http://127.1:7341', 'http://127.0.0.1:7341'],
  ])('can be %s', (url, address) => {
    expect(daemonAddress({ url })).toBe(address);
  });

  it.each([
    'https://127.0.0.1:7341',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com:7341',
    'http://127.0.0.1:7341@example.com',
    'http://me@127.0.0.1:7341',
    'http://0.0.0.0:7341',
    'http://[::1]:7341',
    'http://192.168.1.2:7341',
    'http://127.0.0.1:7341?a=b',
    'file:///127.0.0.1',
    '',
  ])('cannot be "%s"', (url) => {
    expect(() => daemonAddress({ url })).toThrow('strongroom.url');
  });
});

describe('the language of a document', () => {
  const languages = [
    { id: 'bash', aliases: ['sh'], fileExtension: '.sh' },
    { id: 'cpp', aliases: ['c++'], fileExtension: '.cpp' },
    { id: 'typescript', aliases: ['ts'], fileExtension: '.ts' },
  ].map((language) => ({
    ...language,
    name: language.id,
    version: null,
    packageManager: null,
    packageList: null,
    available: true,
  }));

  it.each([
    ['shellscript', 'a', 'bash'],
    ['cpp', 'a.h', 'cpp'],
    ['plaintext', 'a.mts', 'typescript'],
    ['markdown', 'README.md', undefined],
  ])('%s of %s is %s', (languageId, name, id) => {
    expect(languageOf(languages, { languageId, name, text: '' })).toBe(id);
  });
});

describe('a selection', () => {
  it('loses the indentation that all its lines share', () => {
    expect(withoutSharedIndent('\t\ta\n\n\t\t\tb\n \n')).toBe('a\n\n\tb\n\n');
    expect(withoutSharedIndent('a\n  b')).toBe('a\n  b');
    expect(withoutSharedIndent(' \ta\n  b')).toBe('\ta\n b');
  });
});

describe('the links to the source', () => {
  it('are the lines of the program that an error names', () => {
    const text = 'File "/work/main.py", line 4, in f\n/work/main.js:12:3\n/work/main.sh: line 2: x\n/other/main.py:1';
    const links = findSourceLinks(text, { firstLine: 3 });
    expect(links.map(({ start, end, line }) => [text.slice(start, end), line])).toEqual([
      ['/work/main.py", line 4', 6],
      ['/work/main.js:12', 14],
      ['/work/main.sh: line 2', 4],
    ]);
  });

  it('are at most 1,000', () => {
    expect(findSourceLinks('/work/main.py:1 '.repeat(5000), { firstLine: 1 })).toHaveLength(1000);
  });
});
