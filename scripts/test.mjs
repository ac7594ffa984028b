// `npm test`: everything, with real parts, from a bare checkout. Brings what it can and names what it cannot.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { bringElectron } from './find-electron.mjs';
import { ensureDependencies } from './install.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { ensureEngine } from './start-engine.mjs';
import { bringParts, engineSuites, withoutElectron } from './test-parts.mjs';
import { hasFailed, readReport, skippedLines, summaryLine } from './test-report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCi = process.env.CI === 'true';
/**
 * Files that may fail once in CI, where two of them share two processors, and pass alone: a fault that needs that much
 * company is told by name, to be mended, and does not stop a change that has nothing to do with it.
 */
const secondChances = 3;

try {
  process.exitCode = await test(process.argv.slice(2));
} catch (error) {
  say(`npm test: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/**
 * @param {string[]} args for vitest
 * @returns {Promise<number>} the exit code
 */
async function test(args) {
  await ensureDependencies(root, say, 'all');
  const parts = await bringParts(say);
  const electron = (await bringElectron(root, say)) === undefined ? [withoutElectron] : [];
  const engine = await bringEngine();
  const missing = [...parts, ...electron, ...engine];
  for (const line of missing) say(`SKIPPED ${line}`);
  if (isCi && missing.length > 0) throw new Error('with CI=true nothing may be skipped');
  await buildIfStale(root, say);
  // Made before the suites, so that none of them waits for an image within a test's own time.
  if (engine.length === 0) await runNode(['src-daemon/install-images.ts', 'base', 'scripting']);
  return runSuites(args);
}

async function bringEngine() {
  try {
    const { host, version } = await ensureEngine(say);
    say(`Docker engine ${version} at ${host}`);
    return [];
  } catch (error) {
    return [`${engineSuites.join(', ')}: no Docker engine. ${error instanceof Error ? error.message : error}`];
  }
}

/** @param {string[]} args */
async function runSuites(args) {
  const isWhole = !args.some(selectsTests);
  const first = await runVitest(args);
  const failed = first.suites.filter(hasFailed);
  const hasSecondChance = isCi && args.length === 0 && failed.length <= secondChances;
  if (failed.length === 0 || !hasSecondChance) return conclude(first, isWhole);
  for (const { file } of failed) say(`AGAIN ${file}: it failed beside others, and runs alone now`);
  // What the first left behind is not there by right: this run refuses it too.
  const files = failed.map(({ file }) => file);
  const second = await runVitest(files, { STRONGROOM_TEST_AGAIN: '1' });
  const failedAgain = second.suites.filter(hasFailed).map(({ file }) => file);
  for (const { file, failed: tests } of failed)
    if (!failedAgain.includes(file)) say(`UNSTABLE ${file}: ${tests.join(', ') || 'the file as a whole'}`);
  const others = first.suites.filter((suite) => !hasFailed(suite));
  return conclude({ code: second.code, suites: [...others, ...second.suites] }, isWhole);
}

/** @typedef {{ code: number, suites: import('./test-report.mjs').Suite[] }} Outcome */

/**
 * @param {string[]} args
 * @param {Record<string, string>} more of an environment
 * @returns {Promise<Outcome>}
 */
async function runVitest(args, more = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-test-'));
  try {
    const report = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], more);
    if (!existsSync(report)) throw new Error(`vitest ended with exit code ${code} and wrote no report`);
    return { code, suites: readReport(report, root) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} arg with which vitest leaves out tests on purpose */
function selectsTests(arg) {
  return /^(-t|--testNamePattern|--bail|--changed|--shard)\b/.test(arg);
}

/**
 * @param {Outcome} outcome
 * @param {boolean} isWhole
 * @returns {number} the exit code
 */
function conclude({ code, suites }, isWhole) {
  const skipped = skippedLines(suites);
  if (isWhole) for (const line of skipped) say(`SKIPPED ${line}`);
  process.stdout.write(`${summaryLine(suites)}\n`);
  if (code !== 0 || suites.some(hasFailed)) return code || 1;
  if (!isCi || !isWhole || skipped.length === 0) return 0;
  say('with CI=true nothing may be skipped');
  return 1;
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} more of an environment
 * @returns {Promise<number>} the exit code
 */
async function runNode(args, more = {}) {
  const node = pinnedNode(root);
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...more, PATH: path } });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
  /** @type {[number | null, NodeJS.Signals | null]} */
  const [code, signal] = await new Promise((done, fail) => {
    child.once('error', fail).once('close', (exitCode, by) => done([exitCode, by]));
  });
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/** @param {string} words */
function say(words) {
  process.stderr.write(`${words}\n`);
}
