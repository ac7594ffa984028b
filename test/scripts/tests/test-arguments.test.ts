import { describe, expect, it } from 'vitest';
import { readTestArguments } from '../../../scripts/test/test-arguments.ts';

const nothing = { tier: 'core', isPreparation: false, isAffected: false, isRecording: false, vitest: [] };

describe('the arguments of npm test', () => {
  it.each([
    { args: [], read: nothing },
    { args: ['--prepare'], read: { ...nothing, isPreparation: true } },
    { args: ['--full', 'test/cli'], read: { ...nothing, tier: 'full', vitest: ['test/cli'] } },
    { args: ['--record'], read: { ...nothing, isRecording: true } },
    { args: ['--full', '--shard=1/4'], read: { ...nothing, tier: 'full', vitest: ['--shard=1/4'] } },
    {
      args: ['test/cli', '-t', 'login', '--affected'],
      read: { ...nothing, isAffected: true, vitest: ['test/cli', '-t', 'login'] },
    },
    {
      args: ['--project=!static', '--affected', '--since', 'main~3'],
      read: { ...nothing, isAffected: true, since: 'main~3', vitest: ['--project=!static'] },
    },
    { args: ['--since=main~3', 'a'], read: { ...nothing, since: 'main~3', vitest: ['a'] } },
  ])('are read: $args', ({ args, read }) => {
    expect(readTestArguments(args)).toEqual(read);
  });
});
