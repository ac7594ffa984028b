import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partsFor } from '../../../scripts/test/test-parts.ts';

const root = join(import.meta.dirname, '../../..');
const files = globSync('test/**/*.test.ts', { cwd: root });
const shells = 'the shells zsh and fish';

const namesFor = (...args: Parameters<typeof partsFor>) => partsFor(...args).map(({ name }) => name);

describe('the programs that suites need', () => {
  it('are those of the files that run', () => {
    expect(namesFor('full', ['test/cli/completion.full.test.ts'])).toContain(shells);
    expect(namesFor('full', ['test/cli/commands/run/run.full.test.ts'])).not.toContain(shells);
    expect(namesFor('full')).toContain(shells);
    expect(namesFor('core')).not.toContain(shells);
  });

  it('name suites that exist', () => {
    const suites = partsFor('full').flatMap((part) => part.suites.map((suite) => suite.split(' ', 1)[0] ?? ''));
    expect(suites.filter((suite) => !files.some((file) => file.startsWith(suite)))).toEqual([]);
  });
});
