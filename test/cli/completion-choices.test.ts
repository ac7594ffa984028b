import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { expectedAfter } from '../../src-cli/commands/completion/complete-command-line.ts';
import { addRuns } from '../../src-cli/commands/run/runs.ts';

const program = new Command();
addRuns(program, () => {
  throw new Error('nothing runs');
});

const namesAfter = (partial: string, ...before: string[]) =>
  expectedAfter(program, before, partial).candidates.map(({ name }) => name);

describe('completion of the history of runs', () => {
  it('offers the options that tell runs apart', () => {
    expect(namesAfter('--', 'runs', 'ls')).toEqual(
      expect.arrayContaining(['--search', '--status', '--language', '--by', '--since', '--until', '--pinned']),
    );
  });

  it('offers the values of options that have a few', () => {
    expect(namesAfter('f', 'runs', 'ls', '--status')).toEqual(['failed']);
    expect(namesAfter('', 'runs', 'ls', '--by')).toEqual(['interface', 'cli', 'api', 'agent']);
    expect(namesAfter('', 'runs', 'ls', '--since')).toEqual([]);
  });
});
