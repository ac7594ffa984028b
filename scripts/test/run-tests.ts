/** The part of `npm test` that needs the packages: installs what the suites use, names what is missing, runs them. */
import { join } from 'node:path';
import { buildIfStale } from '../build/build-if-stale.ts';
import { ensureEngine } from '../engine/start-engine.ts';
import { installTestElectron } from '../packaging/find-electron.ts';
import { engineSuites, installParts, withoutElectron } from './test-parts.ts';
import { hasFailed, skippedLines, summaryLine } from './test-report.ts';
import { type Outcome, runNode, runVitest } from './test-run.ts';

const root = join(import.meta.dirname, '../..');
const isCi = process.env.CI === 'true';

try {
  process.exitCode = await test(process.argv.slice(2));
} catch (error) {
  report(`npm test: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/**
 * @param args `--full` for the full tier, then the arguments of vitest; or `--prepare` alone, which runs no test
 * @returns the exit code
 */
async function test(args: readonly string[]): Promise<number> {
  const tier = args[0] === '--full' ? 'full' : 'core';
  await prepare(tier);
  if (args[0] === '--prepare') return 0;
  return conclude(await runVitest(root, tier === 'full' ? args.slice(1) : args, tier), args);
}

/** Provides everything that the suites need: system programs, Electron, the engine, the bundles and the first images. */
async function prepare(tier: 'core' | 'full'): Promise<void> {
  const parts = await installParts(tier, report);
  const electron = (await installTestElectron(root, report)) === undefined ? [withoutElectron] : [];
  const engine = await prepareEngine();
  const missing = [...parts, ...electron, ...engine];
  for (const line of missing) report(`SKIPPED ${line}`);
  if (isCi && missing.length > 0) throw new Error('with CI=true no suite may be skipped');
  await buildIfStale(root, report);
  // Built before the suites start, so that no test waits for an image within its own time limit.
  if (engine.length === 0) await runNode(root, ['src-daemon/process/install-images.ts', 'base', 'scripting']);
}

/** @returns a line for the suites that are skipped if there is no engine */
async function prepareEngine(): Promise<string[]> {
  try {
    const { host, version } = await ensureEngine(report);
    report(`Docker engine ${version} at ${host}`);
    return [];
  } catch (error) {
    return [`${engineSuites.join(', ')}: no Docker engine. ${error instanceof Error ? error.message : error}`];
  }
}

/** @returns the exit code */
function conclude({ code, suites }: Outcome, args: readonly string[]): number {
  const isComplete = !args.some(selectsTests);
  const skipped = isComplete ? skippedLines(suites) : [];
  for (const line of skipped) report(`SKIPPED ${line}`);
  process.stdout.write(`${summaryLine(suites)}\n`);
  if (code !== 0 || suites.some(hasFailed)) return code || 1;
  if (!isCi || skipped.length === 0) return 0;
  report('with CI=true no test may be skipped');
  return 1;
}

/** Returns true for the arguments that make vitest skip tests on purpose. */
function selectsTests(arg: string): boolean {
  return /^(-t|--testNamePattern|--bail|--changed|--shard)\b/.test(arg);
}

function report(message: string): void {
  process.stderr.write(`${message}\n`);
}
