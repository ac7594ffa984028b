import { describe, expect, it } from 'vitest';
import { packageLists, specOf } from '../../../src-renderer/features/packages/package-lists.ts';

const lists = { pip: 'python', npm: 'javascript' };
const language = (id: string, name: string, packageManager: keyof typeof lists | null) => ({
  ...{ id, name, packageManager, packageList: packageManager && lists[packageManager], version: null },
  ...{ aliases: [], fileExtension: '.x', available: true },
});
const info = (of: string, name: string, requested: string | null) => ({
  ...{ language: of, name, requested, version: null },
  ...{ status: 'installing' as const, addedAt: '2026-01-01T00:00:00.000Z' },
});

describe('the lists of packages', () => {
  it('are one for the languages that share it, by the one whose it is', () => {
    const languages = [
      language('python', 'Python', 'pip'),
      language('javascript', 'JavaScript', 'npm'),
      language('typescript', 'TypeScript', 'npm'),
      language('bash', 'Bash', null),
    ];
    const found = packageLists(languages, [info('javascript', 'lodash', null), info('python', 'requests', '==2')]);
    expect(found.map(({ language: id, title, packages }) => [id, title, packages.map(({ name }) => name)])).toEqual([
      ['python', 'Python', ['requests']],
      ['javascript', 'JavaScript and TypeScript', ['lodash']],
    ]);
  });

  it('are asked for again as they were', () => {
    expect(specOf(info('python', 'requests', '==2'))).toEqual({ language: 'python', name: 'requests', version: '==2' });
    expect(specOf(info('python', 'requests', null))).toEqual({ language: 'python', name: 'requests' });
    const more = { extras: ['socks'], hashes: ['sha256:aa'] };
    expect(specOf({ ...info('python', 'requests', '==2'), ...more })).toMatchObject({ version: '==2', ...more });
  });
});
