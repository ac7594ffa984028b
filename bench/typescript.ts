/**
 * Measures how fast TypeScript starts in an interpreter that waits for its job: with the hooks of the sandbox image, and with
 * Node's own `--experimental-transform-types`. The runs are interleaved. Goal: at most 1.1 times Node's own time.
 * `npm run bench:typescript -- [--runs 30]`
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { arch, argv, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { readTypeScriptFiles } from '../src-daemon/engine/docker/images/typescript-files.ts';
import { percentile, ratioText } from './measure/percentile.ts';
import { makeTemporaryFolder } from './measure/temporary-folder.ts';
import { type Setup, startWaiting } from './measure/waiting-node.ts';

const { values } = parseArgs({ args: argv.slice(2), options: { runs: { type: 'string', default: '30' } } });
const goal = 1.1;
const files = 30;
/** The rest of each of the files. */
const body = Array.from(
  { length: 40 },
  (_, at) => `export function f${at}(a: number, b?: string): string {\n  return [a, b ?? '${at}'].join();\n}`,
).join('\n');
const quiet = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON';
const sandbox = join(import.meta.dirname, '../resources/sandbox');
const { path: folder } = makeTemporaryFolder('typescript');

await layOut();
const waits = join(folder, 'node.cjs');
const transformer = join(folder, 'transform.cjs');
const hooks: Setup = {
  name: 'hooks of the image',
  hooks: [waits],
  task: 'typescript',
  args: ['--enable-source-maps', `--require=${join(folder, 'typescript/register.cjs')}`, quiet],
};
const own: Setup = {
  name: "Node's own",
  hooks: [transformer, waits],
  task: 'javascript',
  args: ['--experimental-transform-types', '--disable-warning=ExperimentalWarning', quiet],
};
const programs = {
  'one line': 'console.log(6 * 7 as number);',
  'an import': "import { join } from 'node:path';\nenum A { B = 42 }\nconsole.log(join(String(A.B)));",
  [`${files} files`]: `${imports()}\nconsole.log(42 + [${enums()}].indexOf(undefined) + 1);`,
};
let isOver = false;
print(['program', 'compiler', 'boot p50', 'run p50', 'run p95', 'ratio']);
for (const [name, code] of Object.entries(programs)) await compare(name, code);
exit(isOver ? 1 : 0);

async function compare(name: string, code: string): Promise<void> {
  const program = join(folder, 'work/main.ts');
  writeFileSync(program, code);
  const times = new Map([own, hooks].map((setup) => [setup, { boot: [] as number[], run: [] as number[] }]));
  for (let round = -3; round < Number(values.runs); round++)
    for (const setup of round % 2 === 0 ? [own, hooks] : [hooks, own]) {
      const waiting = await startWaiting(setup, program);
      const { ms, output } = await waiting.run();
      if (output.trim() !== '42') throw new Error(`${setup.name} answered ${JSON.stringify(output)}`);
      if (round < 0) continue;
      times.get(setup)?.boot.push(waiting.bootMs);
      times.get(setup)?.run.push(ms);
    }
  const medianOf = (setup: Setup) => percentile(times.get(setup)?.run ?? [], 50);
  for (const [setup, { boot, run }] of times) {
    const figures = [percentile(boot, 50), percentile(run, 50), percentile(run, 95)].map((figure) => figure.toFixed(1));
    print([name, setup.name, ...figures, ratioText(medianOf(setup), medianOf(own))]);
  }
  isOver ||= medianOf(hooks) > goal * medianOf(own);
}

/** Lays out the files of the image, and those of a program of several files. */
async function layOut(): Promise<void> {
  cpSync(join(sandbox, 'warm/node.cjs'), join(folder, 'node.cjs'));
  cpSync(join(sandbox, 'typescript'), join(folder, 'typescript'), { recursive: true });
  for (const { path, content } of await readTypeScriptFiles(arch === 'arm64' ? 'aarch64' : 'x86_64'))
    write(path, content);
  const warm = "require('node:module').stripTypeScriptTypes('enum A { B }', { mode: 'transform' });";
  write('transform.cjs', warm);
  for (let at = 0; at < files; at++)
    write(`work/lib/file${at}.ts`, `export interface A${at} { a: number }\nexport enum E${at} { A = ${at} }\n${body}`);
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function imports(): string {
  return Array.from({ length: files }, (_, at) => `import { E${at} } from './lib/file${at}.ts';`).join('\n');
}

/** An import that is not used is removed. */
function enums(): string {
  return Array.from({ length: files }, (_, at) => `E${at}.A`).join();
}

function print(cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell, at) => (at < 2 ? cell.padEnd(20) : cell.padStart(10))).join(' ')}\n`);
}
