import { afterEach } from 'vitest';
import type { Engine } from '../../../src-daemon/engine/engine.ts';
import type {
  LiveProcess,
  LiveSandbox,
  LiveSandboxOptions,
  ProcessEnd,
} from '../../../src-daemon/engine/live-sandbox.ts';
import { optionsOf } from './live-options.ts';

const never = new AbortController().signal;
const opened = new Set<LiveSandbox>();

/** Disposes of the sandboxes that a test has left. Call it in a suite. */
export function disposeAfterEach(): void {
  afterEach(async () => {
    await Promise.all([...opened].map((sandbox) => sandbox.dispose()));
    opened.clear();
  });
}

export async function openSandbox(
  engine: Engine,
  options: Partial<LiveSandboxOptions> = {},
  signal: AbortSignal = never,
): Promise<LiveSandbox> {
  if (engine.sandboxes === undefined) throw new Error('the engine has no sandboxes');
  const sandbox = await engine.sandboxes.open(optionsOf(options), signal);
  opened.add(sandbox);
  return sandbox;
}

export interface Started {
  process: LiveProcess;
  /** Returns its output so far. */
  stdout(): string;
  stderr(): string;
}

export async function startShell(sandbox: LiveSandbox, script: string, env: Record<string, string> = {}) {
  return start(sandbox, ['/bin/bash', '-c', script], env);
}

export async function start(
  sandbox: LiveSandbox,
  argv: readonly string[],
  env: Record<string, string> = {},
): Promise<Started> {
  const chunks = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const process = await sandbox.startProcess(
    { argv, env, cwd: '' },
    { onOutput: (stream, chunk) => void chunks[stream].push(chunk) },
  );
  process.ended.catch(() => {});
  return {
    process,
    stdout: () => Buffer.concat(chunks.stdout).toString(),
    stderr: () => Buffer.concat(chunks.stderr).toString(),
  };
}

/** Runs a script of Bash to its end, without input. */
export async function shell(
  sandbox: LiveSandbox,
  script: string,
): Promise<ProcessEnd & { stdout: string; stderr: string }> {
  const started = await startShell(sandbox, script);
  started.process.endInput();
  const end = await started.process.ended;
  return { ...end, stdout: started.stdout(), stderr: started.stderr() };
}

export async function* chunksOf(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part as string);
}

export async function readText(sandbox: LiveSandbox, path: string): Promise<string> {
  const { chunks } = await sandbox.readFile(path);
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}
