import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { RunHooks, SandboxJob, SandboxResult } from '../../engine.ts';
import { compileProgram, namesBytecode } from './compile-program.ts';
import { type LayerPiece, layerLimits, sizeOf } from './layer-file.ts';

export interface CompileDeps {
  /** The embedded engine's own: a child of its own for each batch, as confined as that of any program. */
  run: (job: SandboxJob, hooks: RunHooks) => Promise<SandboxResult>;
  /** Where the bytecode waits for its place in the layer. */
  staging: string;
  onLine: (line: string) => void;
  signal: AbortSignal;
}

/** Of one child: well below what its memory and the caps on what it leaves can take. */
const batch = { bytes: 2 * 1024 * 1024, files: 200, timeoutMs: 60_000 } as const;
/** A large list gets no slower than this by it; what is not compiled by then is compiled by the runs that import it. */
const budgetMs = 30_000;

/**
 * The bytecode of packages' modules, as further files of their layer (PEP 3147), so that no run has to compile what it
 * imports. Compiling runs none of the code, and happens where a program of the packages' authors may do no harm either.
 * What cannot be compiled is left out: it is imported from its source, or tells its fault there.
 * @throws the signal's reason; the errors of the disk
 */
export async function compileModules(pieces: readonly LayerPiece[], deps: CompileDeps): Promise<LayerPiece[]> {
  const taken = new Set(pieces.map(({ path }) => path));
  const all = pieces.filter(({ path, size }) => {
    const bytecode = namesBytecode(path);
    return bytecode !== undefined && size <= batch.bytes && !taken.has(dirname(bytecode));
  });
  // Tests of packages come last: hardly a program imports them.
  const modules = [...all.filter((module) => !isTest(module)), ...all.filter(isTest)];
  if (modules.length === 0) return [];
  deps.onLine(`Compiling ${modules.length} modules`);
  const until = performance.now() + budgetMs;
  const spoolPath = join(deps.staging, 'bytecode');
  const spool = await open(spoolPath, 'wx', 0o600);
  const compiled: LayerPiece[] = [];
  const room = { bytes: layerLimits.bytes - sizeOf(pieces), files: layerLimits.files - pieces.length };
  let start = 0;
  try {
    for (const some of batchesOf(modules)) {
      if (performance.now() > until) break;
      for (const { path, bytes } of await compileBatch(some, deps)) {
        if (start + bytes.length > room.bytes || compiled.length >= room.files) return compiled;
        await spool.appendFile(bytes);
        compiled.push(pieceOf(path, { from: spoolPath, start, size: bytes.length }));
        start += bytes.length;
      }
    }
  } finally {
    await spool.close();
  }
  if (compiled.length < modules.length) deps.onLine(`Compiled ${compiled.length} of them`);
  return compiled;
}

function isTest({ path }: LayerPiece): boolean {
  return /(^|\/)tests?\//.test(path);
}

function batchesOf(modules: readonly LayerPiece[]): LayerPiece[][] {
  const batches: LayerPiece[][] = [[]];
  let bytes = 0;
  for (const module of modules) {
    const last = batches.at(-1) ?? [];
    if (last.length > 0 && (bytes + module.size > batch.bytes || last.length >= batch.files)) {
      batches.push([module]);
      bytes = module.size;
    } else {
      last.push(module);
      bytes += module.size;
    }
  }
  return batches;
}

interface Bytecode {
  path: string;
  bytes: Buffer;
}

/** Empty where the child did not come to its end: a module among them may be made to exhaust whoever compiles it. */
async function compileBatch(modules: readonly LayerPiece[], { run, signal }: CompileDeps): Promise<Bytecode[]> {
  const sources: Buffer[] = [];
  for (const module of modules) sources.push(await buffer(module.read()));
  const list = modules.map(({ path }, at) => [path, sources[at]?.length]);
  const told: Uint8Array[] = [];
  const onOutput: RunHooks['onOutput'] = (stream, chunk) => void (stream === 'stdout' && told.push(Buffer.from(chunk)));
  const stdin = Buffer.concat([Buffer.from(`${JSON.stringify(list)}\n`), ...sources]);
  const result = await run(jobOf(stdin), { onOutput, signal }).catch(() => undefined);
  signal.throwIfAborted();
  const made = result?.status === 'succeeded' ? result.files.find(({ path }) => path === 'bytecode') : undefined;
  if (made === undefined) return [];
  return cut(Buffer.from(made.content), readSizes(Buffer.concat(told).toString('utf8')), modules);
}

function jobOf(stdin: Uint8Array): SandboxJob {
  const limits = { timeoutMs: batch.timeoutMs, memoryMb: 256, network: 'none' } as const;
  return { id: randomUUID(), language: 'python', code: compileProgram, stdin, args: [], env: {}, files: [], ...limits };
}

/** What the child said of the sizes; nothing that it says is taken on trust. */
function readSizes(text: string): number[] {
  try {
    const sizes: unknown = JSON.parse(text);
    return Array.isArray(sizes) && sizes.every((size) => Number.isSafeInteger(size) && size >= 0) ? sizes : [];
  } catch {
    return [];
  }
}

function cut(bytes: Buffer, sizes: readonly number[], modules: readonly LayerPiece[]): Bytecode[] {
  const isWhole = sizes.length === modules.length && sizes.reduce((sum, size) => sum + size, 0) === bytes.length;
  if (!isWhole) return [];
  let start = 0;
  return modules.flatMap((module, at) => {
    const end = start + (sizes[at] ?? 0);
    const own = bytes.subarray(start, end);
    start = end;
    const path = namesBytecode(module.path);
    return path === undefined || own.length === 0 ? [] : { path, bytes: own };
  });
}

function pieceOf(path: string, { from, start, size }: { from: string; start: number; size: number }): LayerPiece {
  return { path, size, read: () => createReadStream(from, { start, end: start + size - 1 }) };
}
