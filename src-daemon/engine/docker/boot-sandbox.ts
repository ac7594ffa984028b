import { randomBytes } from 'node:crypto';
import type { EngineLog } from '../engine-log.ts';
import { type SandboxContainer, sandboxOptions } from './container-options.ts';
import type { EngineLink } from './engine-link.ts';
import { type FrameChannel, openFrameChannel } from './frame-channel.ts';
import { nonceBytes } from './job-frame.ts';
import { bootContainer, type Sandbox } from './sandbox.ts';
import { within } from './within.ts';

/** A container whose init waits for its one job. */
export interface BootedSandbox extends Sandbox {
  /** Of the one job that it will be given. */
  nonce: Uint8Array;
  frames: FrameChannel;
  memoryMb: number;
  /** Whether an interpreter waits in it. */
  warm: boolean;
}

const helloLimitMs = 30_000;

/** Boots a sandbox; it is there when its init, and the interpreter in it, wait for the job. */
export async function bootSandbox(link: EngineLink, spec: SandboxContainer, log: EngineLog): Promise<BootedSandbox> {
  const nonce = randomBytes(nonceBytes);
  const sandbox = await bootContainer(link, sandboxOptions(spec), log);
  const frames = openFrameChannel(sandbox.stream, nonce);
  try {
    const [{ warm }] = await within(helloLimitMs, Promise.all([frames.hello, spec.layer?.confirm()]));
    return { ...sandbox, nonce, frames, memoryMb: spec.memoryMb, warm };
  } catch (error) {
    void sandbox.dispose().then(() => spec.layer?.dropFalse().catch(() => {}));
    throw error;
  }
}
