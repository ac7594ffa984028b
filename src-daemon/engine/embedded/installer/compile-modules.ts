import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { RunHooks, SandboxJob, SandboxResult } from '../../engine.ts';
import { type LayerPiece, layerLimits, sizeOf } from './layer-file.ts';

/** `sys.implementation.cache_tag` of the embedded Python, which is part of the names of bytecode files. */
const cacheTag = 'cpython-311';
const nameBytes = 255;
/**
 * Python program that compiles modules without running them. Its standard input has a line of JSON, `[[path, size],
 * …]`, then the sources. It writes all bytecode to the file `bytecode`, and prints the sizes, 0 for a module that does
 * not compile. The bytecode is marked as unchecked (PEP 552), because layers are read-only.
 */
const compileProgram = `
import importlib._bootstrap_external as bootstrap, importlib.util, json, sys, warnings
warnings.simplefilter("ignore")
given = sys.stdin.buffer
sizes = []
with open("bytecode", "wb") as made:
    for path, size in json.loads(given.readline()):
        source = given.read(size)
        try:
            code = compile(source, "/packages/" + path, "exec", dont_inherit=True)
            bytecode = bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(source), False)
        except Exception:
            bytecode = b""
        sizes.append(len(bytecode))
        made.write(bytecode)
print(json.dumps(sizes))
`;

export interface CompileDeps {
  /** Runs a job on the embedded engine: each batch has a confined child of its own, as any program. */
  run: (job: SandboxJob, hooks: RunHooks) => Promise<SandboxResult>;
  /** Folder for the bytecode until it is written to the layer. */
  staging: string;
  onLine: (line: string) => void;
  signal: AbortSignal;
}

/** Limits of one child, well below its memory and the caps of its result files. */
const batch = { bytes: 2 * 1024 * 1024, files: 200, timeoutMs: 60_000 } as const;
/** Time limit of all batches. Modules that are not compiled by then are compiled by each run that imports them. */
const budgetMs = 30_000;

/**
 * Compiles the modules of packages to bytecode files of the layer (PEP 3147), so that runs do not compile what they
 * import. Compiling runs none of the code, and takes place in a confined child. A module that does not compile is left
 * out: runs import its source, and see its error.
 * @throws the signal's reason; the errors of the disk
 */
export async function compileModules(pieces: readonly LayerPiece[], deps: CompileDeps): Promise<LayerPiece[]> {
  const taken = new Set(pieces.map(({ path }) => path));
  const all = pieces.filter(({ path, size }) => {
    const bytecode = namesBytecode(path);
    return bytecode !== undefined && size <= batch.bytes && !taken.has(dirname(bytecode));
  });
  // Tests of packages come last, because few programs import them.
  const modules = [...all.filter((module) => !isTest(module)), ...all.filter(isTest)];
  if (modules.length === 0) return [];
  deps.onLine(`Compiling ${modules.length} modules`);
  const until = performance.now() + budgetMs;
  const spoolPath = join(deps.staging, 'bytecode');
  const spool = await open(spoolPath, 'wx', 0o600);
  const compiled: LayerPiece[] = [];
  const left = { bytes: layerLimits.bytes - sizeOf(pieces), files: layerLimits.files - pieces.length };
  let start = 0;
  try {
    for (const some of batchesOf(modules)) {
      if (performance.now() > until) break;
      for (const { path, bytes } of await compileBatch(some, deps)) {
        if (start + bytes.length > left.bytes || compiled.length >= left.files) return compiled;
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

/** Returns nothing if the child failed: a module may be written to exhaust the compiler. */
async function compileBatch(modules: readonly LayerPiece[], { run, signal }: CompileDeps): Promise<Bytecode[]> {
  const sources: Buffer[] = [];
  for (const module of modules) sources.push(await buffer(module.read()));
  const list = modules.map(({ path }, at) => [path, sources[at]?.length]);
  const output: Uint8Array[] = [];
  const onOutput: RunHooks['onOutput'] = (stream, chunk) =>
    void (stream === 'stdout' && output.push(Buffer.from(chunk)));
  const stdin = Buffer.concat([Buffer.from(`${JSON.stringify(list)}\n`), ...sources]);
  const result = await run(jobOf(stdin), { onOutput, signal }).catch(() => undefined);
  signal.throwIfAborted();
  const made = result?.status === 'succeeded' ? result.files.find(({ path }) => path === 'bytecode') : undefined;
  if (made === undefined) return [];
  return cut(Buffer.from(made.content), readSizes(Buffer.concat(output).toString('utf8')), modules);
}

function jobOf(stdin: Uint8Array): SandboxJob {
  const limits = { timeoutMs: batch.timeoutMs, memoryMb: 256, network: 'none' } as const;
  return { id: randomUUID(), language: 'python', code: compileProgram, stdin, args: [], env: {}, files: [], ...limits };
}

/** Reads the sizes that the child printed. Its output is untrusted; invalid output counts as no sizes. */
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

/** Returns the path of a module's bytecode (PEP 3147); undefined if the file is not a module. */
function namesBytecode(path: string): string | undefined {
  const at = path.lastIndexOf('/') + 1;
  const name = path.slice(at);
  if (!/.\.py$/.test(name)) return undefined;
  const compiled = `${name.slice(0, -'.py'.length)}.${cacheTag}.pyc`;
  return Buffer.byteLength(compiled) > nameBytes ? undefined : `${path.slice(0, at)}__pycache__/${compiled}`;
}
