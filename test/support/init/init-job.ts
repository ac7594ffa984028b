/** Sends single-use runs to init. */
import { u8, u32 } from '../../../src-daemon/wire/fields.ts';
import { blob, type InitProcess, list } from './init-process.ts';

export interface TestJob {
  argv: readonly string[];
  environment?: readonly string[];
  flags?: number;
  limitMs?: number;
  outputCap?: number;
  tailBytes?: number;
  files?: readonly { path: string; content: string; flags?: number }[];
  relay?: readonly string[];
  stdin?: string;
  version?: number;
}

export function encodeJob(nonce: Buffer, job: TestJob): Buffer {
  const files = job.files ?? [];
  return Buffer.concat([
    Buffer.from('SRJ'),
    u8(job.version ?? 5),
    nonce,
    ...[job.flags ?? 0, job.limitMs ?? 60_000, job.outputCap ?? 1 << 20, job.tailBytes ?? 0, 100, 1 << 24].map(u32),
    list(job.argv),
    list(job.environment ?? [`PATH=${process.env.PATH}`]),
    u32(files.length),
    ...files.flatMap(({ path, content, flags = 0 }) => [u8(flags), blob(path), blob(content)]),
    list(job.relay ?? []),
    blob(job.stdin ?? ''),
  ]);
}

/** Sends a job whose program is a shell command. */
export function sendShell(init: InitProcess, command: string, job: Partial<TestJob> = {}): void {
  init.send(encodeJob(init.nonce, { argv: ['/bin/sh', '-c', command], ...job }));
}
