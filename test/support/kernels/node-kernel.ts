import { cp, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { layOutTypeScript } from '../typescript/lay-out.ts';
import { type KernelProcess, startKernel } from './kernel-process.ts';

const sandbox = resolve(import.meta.dirname, '../../../resources/sandbox');
const lexer = resolve(import.meta.dirname, '../../../node_modules/es-module-lexer/dist/lexer.asm.js');
let started: KernelProcess[] = [];

/** Starts a kernel of JavaScript or TypeScript. `stopNodeKernels` stops it. */
export async function startNodeKernel(
  language: 'javascript' | 'typescript',
  options: { readonly warmEnvironment?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Promise<KernelProcess> {
  const cwd = options.cwd ?? (await makeWorkFolder());
  const kernel = await startKernel({ ...options, command: await nodeKernelCommand(language), cwd });
  started.push(kernel);
  return kernel;
}

export async function stopNodeKernels(): Promise<void> {
  const running = started;
  started = [];
  await Promise.all(running.map((kernel) => kernel.stop()));
}

/** Returns a new, empty folder for the files of a kernel. */
export function makeWorkFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'work-'));
}

/** Returns the command of a kernel. The drivers are in a folder with their packages, as in the image. */
export async function nodeKernelCommand(language: 'javascript' | 'typescript'): Promise<readonly string[]> {
  const folder = join(tmpdir(), 'node-kernel');
  const drivers = join(folder, 'kernels/node');
  await mkdir(drivers, { recursive: true });
  await cp(join(sandbox, 'kernels/node'), drivers, { recursive: true });
  await cp(lexer, join(drivers, 'es-module-lexer.mjs'));
  await layOutTypeScript(folder);
  const options = ['--disable-warning=ExperimentalWarning', '--no-force-async-hooks-checks', '--enable-source-maps'];
  return [process.execPath, ...options, join(drivers, 'kernel.mjs'), language];
}
