import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../engine/engine.ts';
import { asAppError } from '../errors/app-error.ts';

export type SelfCheck =
  | { selfCheck: 'passed'; startupMs: number; totalMs: number }
  | { selfCheck: 'failed'; reason: string }
  | { selfCheck: 'skipped'; reason: string; nextStep?: string };

const pollMs = 100;
const greeting = 'hello from the sandbox';

/** Waits for the engine and runs one hello-world in it, as the proof that a user's first run will work. */
export async function runSelfCheck(engine: Engine): Promise<SelfCheck> {
  while (isGettingReady(engine)) await sleep(pollMs);
  const { status, reason, nextStep } = engine.status();
  if (status !== 'ready')
    return { selfCheck: 'skipped', reason: reason ?? 'no engine', ...(nextStep !== undefined && { nextStep }) };
  const startedAt = performance.now();
  try {
    const { stdout, startupMs } = await runHello(engine);
    if (stdout.trim() !== greeting) return { selfCheck: 'failed', reason: 'the sandbox gave another output' };
    return { selfCheck: 'passed', startupMs, totalMs: Math.round(performance.now() - startedAt) };
  } catch (error) {
    return { selfCheck: 'failed', reason: asAppError(error).message };
  }
}

function isGettingReady(engine: Engine): boolean {
  const { status } = engine.status();
  return status === 'starting' || status === 'building_image';
}

async function runHello(engine: Engine): Promise<{ stdout: string; startupMs: number }> {
  const chunks: Uint8Array[] = [];
  const job = {
    id: `run_${randomBytes(16).toString('base64url')}`,
    language: 'python',
    code: `print("${greeting}")`,
    stdin: new Uint8Array(),
    args: [],
    env: {},
    files: [],
    timeoutMs: 30_000,
    memoryMb: 256,
    network: 'none' as const,
  };
  const { startupMs } = await engine.run(job, {
    signal: new AbortController().signal,
    onOutput: (stream, chunk) => {
      if (stream === 'stdout') chunks.push(chunk);
    },
  });
  return { stdout: Buffer.concat(chunks).toString(), startupMs };
}
