/**
 * `npm run check:static`: format, lint, import rules, unused code, patterns, types, the tests of the sources themselves and
 * the style lines, side by side. All findings are printed together, so that one run shows everything that must be changed.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pinnedNode } from './install/pinned-node.mjs';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

const { scripts }: { scripts: { 'lint:imports': string } } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

interface Check {
  name: string;
  command: readonly string[];
}

/** The longest first. */
const checks: readonly Check[] = [
  { name: 'types', command: ['scripts/types.ts'] },
  { name: 'static tests', command: ['node_modules/vitest/vitest.mjs', 'run', '--project=static'] },
  { name: 'imports', command: [bin('depcruise'), ...scripts['lint:imports'].split(' ').slice(1)] },
  { name: 'format and lint', command: [bin('biome'), 'check', '--diagnostic-level=warn', '.'] },
  { name: 'unused code', command: [bin('knip'), '--no-progress'] },
  { name: 'patterns', command: ['scripts/lint-patterns.ts'] },
  { name: 'style', command: ['scripts/style.ts'] },
];

interface Result extends Check {
  output: string;
  hasFailed: boolean;
  seconds: number;
}

const waiting = [...checks];
const results: Result[] = [];
await Promise.all(Array.from({ length: Math.min(3, availableParallelism()) }, runNext));

for (const { name, output, hasFailed } of results) if (hasFailed || name === 'style') process.stdout.write(output);
for (const { name, hasFailed, seconds } of results)
  process.stderr.write(`${hasFailed ? 'FAILED' : 'passed'} ${name} (${seconds} s)\n`);
process.exitCode = results.some(({ hasFailed }) => hasFailed) ? 1 : 0;

async function runNext(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) results.push(await run(check));
}

function run(check: Check): Promise<Result> {
  const startedAt = performance.now();
  const [program = '', ...args] = check.command;
  const isScript = /\.(ts|mjs)$/.test(program);
  const child = spawn(isScript ? pinnedNode(root) : program, isScript ? [program, ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      done({ ...check, output: Buffer.concat(chunks).toString('utf8'), hasFailed: code !== 0, seconds });
    });
  });
}
