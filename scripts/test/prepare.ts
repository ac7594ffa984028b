/** Provides everything that the suites need: system programs, Electron, the engine, the bundles and the first images. */
import { buildIfStale } from '../build/build-if-stale.ts';
import { ensureEngine } from '../engine/start-engine.ts';
import { installTestElectron } from '../packaging/find-electron.ts';
import { engineSuites, installParts, partsFor, withoutElectron } from './test-parts.ts';
import type { Tier } from './test-report.ts';
import { runNode } from './test-run.ts';

export interface PreparationOptions {
  tier: Tier;
  /** Only these test files run; by default the whole tier. */
  files?: readonly string[] | undefined;
}

/**
 * Prepares a run of the tests. The engine and its images take longest, so they come first and everything else is done next
 * to them.
 * @throws Error with CI=true if something is missing, because then suites would be skipped
 */
export async function prepare(root: string, { tier, files }: PreparationOptions): Promise<void> {
  const missing: string[] = [];
  const engine = await prepareEngine();
  missing.push(...engine);
  await Promise.all([
    engine.length === 0 && installImages(root, tier),
    installProgramsAndBuild(root, { tier, files }).then((lines) => missing.push(...lines)),
  ]);
  for (const line of missing) report(`SKIPPED ${line}`);
  if (process.env.CI === 'true' && missing.length > 0) throw new Error('with CI=true no suite may be skipped');
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

/** Built before the suites start, so that no test waits for an image within its own time limit. */
async function installImages(root: string, tier: Tier): Promise<void> {
  const families = tier === 'full' ? ['base', 'scripting'] : ['base'];
  const code = await runNode(root, ['src-daemon/process/install-images.ts', ...families]);
  if (code !== 0) report('the images of the sandboxes could not be made; the tests try again');
}

/** @returns a line for each part that is missing, with its suites */
async function installProgramsAndBuild(root: string, { tier, files }: PreparationOptions): Promise<string[]> {
  const parts = await installParts(partsFor(tier, files), report);
  const electron = (await installTestElectron(root, report)) === undefined ? [withoutElectron] : [];
  await buildIfStale(root, report);
  return [...parts, ...electron];
}

function report(message: string): void {
  process.stderr.write(`${message}\n`);
}
