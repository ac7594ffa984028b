/** The arguments of `npm test` and `npm run test:full`. */
import { parseArgs } from 'node:util';
import type { Tier } from './test-report.ts';

export interface TestArguments {
  tier: Tier;
  /** Installs and builds what the suites need, and runs none. */
  isPreparation: boolean;
  /** Runs suites of the full tier that the change affects: after the core, or instead of the whole full tier. */
  isAffected: boolean;
  /** Records how long each file takes, in test/durations.json. */
  isRecording: boolean;
  /** The commit that the change starts from. */
  since?: string;
  /** For vitest: files, folders and its own options. */
  vitest: string[];
}

/** @param args of the command: `--full`, `--prepare`, `--affected`, `--since COMMIT`, `--record`, and those of vitest */
export function readTestArguments(args: readonly string[]): TestArguments {
  const options = {
    full: { type: 'boolean', default: false },
    prepare: { type: 'boolean', default: false },
    affected: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    since: { type: 'string' },
  } as const;
  const { values, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const own = new Set(
    tokens.flatMap((token) => {
      if (token.kind !== 'option' || !Object.hasOwn(options, token.name)) return [];
      return token.name === 'since' && !token.inlineValue ? [token.index, token.index + 1] : [token.index];
    }),
  );
  const since = typeof values.since === 'string' ? { since: values.since } : {};
  return {
    tier: values.full === true ? 'full' : 'core',
    isPreparation: values.prepare === true,
    isAffected: values.affected === true,
    isRecording: values.record === true,
    vitest: args.filter((_, index) => !own.has(index)),
    ...since,
  };
}

/** Returns true for the arguments that make vitest skip tests on purpose. */
export function selectsTests(arg: string): boolean {
  return /^(-t|--testNamePattern|--bail|--changed|--shard)\b/.test(arg);
}
