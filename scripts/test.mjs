// `npm test`: the core suites, with real parts, from a bare checkout. `npm run test:full`: the suites that need minutes or
// a second engine. Installs what it can and names what is missing. With `--prepare` it does that and runs nothing.
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build/build-if-stale.mjs';
import { ensureEngine } from './engine/start-engine.mjs';
import { ensureDependencies } from './install.mjs';
import { bringElectron } from './packaging/find-electron.mjs';
import { bringParts, engineSuites, withoutElectron } from './test/test-parts.mjs';
import { hasFailed, skippedLines, summaryLine } from './test/test-report.mjs';
import { runNode, runVitest } from './test/test-run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCi = process.env.CI === 'true';

try {
  process.exitCode = await test(process.argv.slice(2));
} catch (error) {
  say(`npm test: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/**
 * @param {string[]} args `--full` first for the full tier, then those of vitest; or `--prepare` alone
 * @returns {Promise<number>} the exit code
 */
async function test(args) {
  await prepare();
  if (args[0] === '--prepare') return 0;
  const isFull = args[0] === '--full';
  return conclude(await runVitest(root, isFull ? args.slice(1) : args, isFull ? 'full' : 'core'), args);
}

/** Brings everything that the suites need: packages, real parts, the engine, the bundle and the first images. */
async function prepare() {
  await ensureDependencies(root, say, 'all');
  const parts = await bringParts(say);
  const electron = (await bringElectron(root, say)) === undefined ? [withoutElectron] : [];
  const engine = await bringEngine();
  const missing = [...parts, ...electron, ...engine];
  for (const line of missing) say(`SKIPPED ${line}`);
  if (isCi && missing.length > 0) throw new Error('with CI=true nothing may be skipped');
  await buildIfStale(root, say);
  // Built before the suites start, so that no test waits for an image within its own time limit.
  if (engine.length === 0) await runNode(root, ['src-daemon/process/install-images.ts', 'base', 'scripting']);
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

/**
 * @param {import('./test/test-run.mjs').Outcome} outcome
 * @param {string[]} args
 * @returns {number} the exit code
 */
function conclude({ code, suites }, args) {
  const isWhole = !args.some(selectsTests);
  const skipped = isWhole ? skippedLines(suites) : [];
  for (const line of skipped) say(`SKIPPED ${line}`);
  process.stdout.write(`${summaryLine(suites)}\n`);
  if (code !== 0 || suites.some(hasFailed)) return code || 1;
  if (!isCi || skipped.length === 0) return 0;
  say('with CI=true nothing may be skipped');
  return 1;
}

/** @param {string} arg True for the arguments that make vitest skip tests on purpose. */
function selectsTests(arg) {
  return /^(-t|--testNamePattern|--bail|--changed|--shard)\b/.test(arg);
}

/** @param {string} message */
function say(message) {
  process.stderr.write(`${message}\n`);
}
