/** The parts of the extension that need no editor. */
import { describe, expect, it } from 'vitest';
import { safeLine } from '../../../clients/vscode/src/editor/safe-text.ts';
import { languageOf } from '../../../clients/vscode/src/run/find-language.ts';
import { createProgramOutput } from '../../../clients/vscode/src/run/program-output.ts';
import { withoutSharedIndent } from '../../../clients/vscode/src/run/selected-code.ts';
import { findSourceLinks } from '../../../clients/vscode/src/run/source-links.ts';
import { dataLocations, isAddressOf, serveCommand } from '../../../clients/vscode/src/settings.ts';

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

describe('the setting of an older version with the address', () => {
  it.each(['', 'http://127.0.0.1:7341', 'http://localhost:7341/', 'http://127.0.0.1:8000', 'http://localhost:8000'])(
    'agrees with the daemon if it is "%s"',
    (url) => {
      expect(isAddressOf({ url }, 'http://127.0.0.1:8000')).toBe(true);
    },
  );

  it.each(['http://127.0.0.1:8001', 'https://127.0.0.1:8000', 'http://example.com:8000', 'http://[::1]:8000', 'x'])(
    'does not agree if it is "%s"',
    (url) => {
      expect(isAddressOf({ url }, 'http://127.0.0.1:8000')).toBe(false);
    },
  );
});

describe('the data folder of the daemon', () => {
  it('is the one of the system, or an absolute path', () => {
    expect(dataLocations({ dataDir: '' }).isDefaultDataDir).toBe(true);
    expect(dataLocations({ dataDir: '/a/../b' }).dataDir).toBe('/b');
    for (const dataDir of ['relative', './x', '~/x', '/a\nb', '/a\u202eb'])
      expect(() => dataLocations({ dataDir })).toThrow('strongroom.dataDir must be');
  });

  it('is passed to the command that starts it, unless a shell could read it as something else', () => {
    expect(serveCommand({ dataDir: '' })).toBe('strongroom serve');
    expect(serveCommand({ dataDir: '/my data' })).toBe('strongroom serve --port 0 --data-dir "/my data"');
    for (const dataDir of ['/a"b', '/$HOME', '/a`id`', '/a%PATH%', '/a;b', '/a&b', '/a\\'])
      expect(() => serveCommand({ dataDir })).toThrow('Start the daemon in a terminal yourself.');
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
