import { describe, expect, it } from 'vitest';
import { readLocations } from '../../../src-cli/commands/sandbox/copy/locations.ts';
import { formatDuration } from '../../../src-cli/commands/sandbox/format-duration.ts';
import { tableOf } from '../../../src-cli/commands/sandbox/list.ts';
import { fitTable } from '../../../src-cli/output/table.ts';
import { requireSafeNames } from '../../../src-cli/received/safe-names.ts';
import { chooseSandbox } from '../../../src-cli/sandbox/find-sandbox.ts';

describe('the paths of cp', () => {
  it('have the sandbox on one side', () => {
    expect(readLocations('a.csv', 'sbxk2q:')).toEqual({
      ...{ direction: 'in', sandbox: 'sbxk2q', inside: [], local: 'a.csv', isIntoFolder: true },
    });
    expect(readLocations('sbxk2q:/work/d/./f', 'out/')).toEqual({
      ...{ direction: 'out', sandbox: 'sbxk2q', inside: ['d', 'f'], local: 'out/', isIntoFolder: true },
    });
    expect(readLocations('./sbxa:b', 'sbxk2q:c/d')).toMatchObject({ local: './sbxa:b', inside: ['c', 'd'] });
    expect(readLocations('C:\\a', 'sbxk2q:c')).toMatchObject({ local: 'C:\\a', isIntoFolder: false });
  });

  it.each([
    ['a', 'b', 'Neither path'],
    ['sbxa:x', 'sbxb:x', 'Both paths'],
    ['sbxa:../x', 'b', 'contains ".."'],
    ['sbxa:/etc/passwd', 'b', 'outside of the working directory'],
    ['sbxa:/workspace', 'b', 'outside of the working directory'],
  ])('%s to %s is refused', (source, target, message) => {
    expect(() => readLocations(source, target)).toThrow(message);
  });
});

describe('a name that a sandbox lists', () => {
  it.each(['..', '.', '', 'a\\b', 'a/b', 'a\nb', 'a\u001b[2J', 'a\u202eb', '\u0000'])('%j is refused', (name) => {
    expect(() => requireSafeNames(['d', name], 'd/x')).toThrow('Rename it in the sandbox.');
  });

  it('may have spaces, dots and letters of every script', () => {
    expect(requireSafeNames(['a b', '..x', '文件 é.txt'], 'x')).toBe('a b/..x/文件 é.txt');
  });
});

describe('the id of a sandbox', () => {
  const ids = ['sbxaaaa', 'sbxaabb', 'sbxcccc'];

  it('can be shortened to a prefix that no other id has', () => {
    expect(chooseSandbox(ids, 'sbxc')).toBe('sbxcccc');
    expect(() => chooseSandbox(ids, 'sbxaa')).toThrow('2 sandboxes have ids');
    expect(() => chooseSandbox(ids, 'sbxd')).toThrow('No sandbox has an id');
    expect(() => chooseSandbox(['sbxa'], '')).toThrow('No sandbox has an id');
  });
});

describe('the list of sandboxes', () => {
  it('shows ages and limits', () => {
    expect([500, 59_999, 61_000, 3_600_000, 90_061_000, -5].map(formatDuration)).toEqual([
      ...['0s', '59s', '1m 1s', '1h', '1d 1h', '0s'],
    ]);
  });

  it('has one line for each sandbox, whatever its texts contain', () => {
    const createdAt = '2026-01-01T00:00:00.000Z';
    const table = tableOf(
      [
        {
          ...{ id: 'sbxa', language: 'py\nthon', status: 'running', memoryMb: 512, diskMb: 256, network: 'none' },
          ...{ secretNames: ['A', 'B'], packages: 0, metadata: {}, idleTimeoutMs: 1, maxLifetimeMs: 1, createdAt },
          ...{ expiresAt: '2026-01-01T00:15:00.000Z', queuedMs: 0, startupMs: 1, source: 'cli' },
        },
      ],
      Date.parse(createdAt) + 60_000,
    );
    expect(
      fitTable(table, 80)
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['ID', 'LANGUAGE', 'STATUS', 'AGE', 'EXPIRES', 'MEMORY', 'SECRETS'],
      ['sbxa', 'py␊thon', 'running', '1m', 'in 14m', '512 MiB', 'A B'],
    ]);
  });
});
