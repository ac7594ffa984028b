import { randomBytes } from 'node:crypto';
import { within } from '../../../../src-shared-node/within.ts';
import type { Disposals } from '../../disposals.ts';
import type { EngineLog } from '../../engine-log.ts';
import { type FrameChannel, openFrameChannel } from '../../protocol/frame-channel.ts';
import { nonceBytes } from '../../protocol/job-frame.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { type SandboxContainer, sandboxOptions } from './container-options.ts';
import { bootContainer, type Sandbox } from './sandbox.ts';

/** A container whose init waits for its one job. */
export interface BootedSandbox extends Sandbox {
  /** Of the one job that it will be given. */
  nonce: Uint8Array;
  frames: FrameChannel;
  memoryMb: number;
  /** Whether an interpreter waits in it. */
  warm: boolean;
}

export interface BootPlace {
  link: EngineLink;
  log: EngineLog;
  /** Removals under way, that of a failed boot among them, so that a stop can wait for the last. */
  disposals: Disposals;
}

/** Of a container's first frame, by which its init says that it is up. */
export const helloLimitMs = 30_000;

/**
 * Boots a sandbox; resolves when its init, and the interpreter in it, wait for the job.
 * @throws UnfitEngineError where it has less isolation than it must
 */
export async function bootSandbox({ link, log, disposals }: BootPlace, spec: SandboxContainer): Promise<BootedSandbox> {
  const nonce = randomBytes(nonceBytes);
  const sandbox = await bootContainer(link, sandboxOptions(spec), log);
  const frames = openFrameChannel(sandbox.stream, nonce);
  try {
    const [{ warm, bootId }] = await within(helloLimitMs, Promise.all([frames.hello, spec.layer?.confirm()]));
    link.isolation.admit(bootId);
    return { ...sandbox, nonce, frames, memoryMb: spec.memoryMb, warm };
  } catch (error) {
    void disposals.add(sandbox.dispose().then(() => spec.layer?.dropFalse().catch(() => {})));
    throw error;
  }
}
