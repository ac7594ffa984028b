import { describe, expect, it } from 'vitest';
import { isSelectedAtFirst, planImport } from '../../../src-renderer/features/secrets/import-plan.ts';

const at = '2026-01-01T00:00:00.000Z';
const secret = (name: string) => ({
  name,
  description: '',
  version: 1,
  createdAt: at,
  updatedAt: at,
  lastUsedAt: null,
});

describe('the plan of a .env import', () => {
  it('distinguishes new names from those that replace a secret', () => {
    const { entries } = planImport('FIRST=a long value\nSECOND="two\\nlines"', [secret('SECOND'), secret('THIRD')]);
    expect(entries).toMatchObject([
      { name: 'FIRST', kind: 'new', value: 'a long value', line: 1, isMasked: true },
      { name: 'SECOND', kind: 'replaces', value: 'two\nlines', line: 2 },
    ]);
  });

  it('marks the values that are too short to be masked', () => {
    expect(planImport('PIN=1234', []).entries).toMatchObject([{ isMasked: false }]);
  });

  it('allows a name that programs read as code only for a secret that exists', () => {
    const text = 'BASH_ENV=hush-hush\nFINE=hush-hush\nENV=hush-hush';
    const { entries, problems } = planImport(text, [secret('ENV')]);
    expect(entries.map(({ name, kind }) => `${name} ${kind}`)).toEqual(['FINE new', 'ENV replaces']);
    expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining('BASH_ENV') }]);
    expect(JSON.stringify(problems)).not.toContain('hush');
  });

  it('does not select a common word, an ambiguous value or a secret that exists', () => {
    const text = 'NODE_ENV=production\nKEY=hush#hush\nOLD=hush-hush\nFINE=hush-hush\nCONFIG="{\\"user\\":1}"';
    const { entries, problems } = planImport(text, [secret('OLD')]);
    expect(entries.filter(isSelectedAtFirst).map(({ name }) => name)).toEqual(['FINE']);
    expect(entries.at(-1)).toMatchObject({ value: '{"user":1}', isDoubtful: true });
    expect(problems.map(({ line }) => line)).toEqual([2, 5]);
  });

  it('reports the lines that it cannot import, without their values', () => {
    const { entries, problems } = planImport('1BAD=hush-hush\nEMPTY=\nPATH=/hush-hush\nFINE=hush-hush', []);
    expect(entries.map(({ name }) => name)).toEqual(['FINE']);
    expect(problems.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(JSON.stringify(problems)).not.toContain('hush');
  });
});
