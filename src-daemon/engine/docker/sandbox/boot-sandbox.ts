import { randomBytes } from 'node:crypto';
import { within } from '../../../../src-shared-node/within.ts';
import { nonceBytes } from '../../../wire/wire.ts';
import type { Disposals } from '../../disposals.ts';
import type { EngineLog } from '../../engine-log.ts';
import type { ReadySandbox } from '../../guest/converse.ts';
import type { PooledSandbox } from '../../pool/sandbox-pool.ts';
import { waitForLastEvents } from '../link/container-events.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { openAttachedChannel } from './attach.ts';
import { type SandboxContainer, sandboxOptions } from './container-options.ts';
import { bootContainer, type Sandbox } from './sandbox.ts';

/** A container whose init is ready for its one job. */
export interface BootedSandbox extends Sandbox, ReadySandbox, PooledSandbox {
  memoryMb: number;
  /** True if an interpreter is ready in it. */
  warm: boolean;
}

/** The context in which containers of an instance are created at one connection. */
export interface SandboxContext {
  link: EngineLink;
  instanceId: string;
  log: EngineLog;
  /** Has every container from its start to its removal. */
  disposals: Disposals;
}

/** The context in which containers of one image are created. */
export interface ImageContext extends SandboxContext {
  imageId: string;
}

/** A container whose user id is chosen when it is created. */
export type SandboxSpec = Omit<SandboxContainer, 'uid'>;

/** Time limit from a container's start to the hello of its init. */
export const helloLimitMs = 30_000;

/**
 * Boots a sandbox. Resolves when its init, and the interpreter in it, are ready for the job.
 * @throws UnfitEngineError if the sandbox is less isolated than required
 */
export async function bootSandbox(
  { link, log, disposals }: Omit<SandboxContext, 'instanceId'>,
  spec: SandboxSpec,
): Promise<BootedSandbox> {
  const sandbox = await bootContainer(link, (uid) => sandboxOptions({ ...spec, uid }), log);
  const channel = openAttachedChannel(sandbox.stream, randomBytes(nonceBytes));
  try {
    const [{ warm, bootId }] = await within(helloLimitMs, Promise.all([channel.hello, spec.layer?.confirm()]));
    link.isolation.admit(bootId);
    return {
      ...sandbox,
      channel,
      monitor: monitorOf(sandbox, link),
      memoryMb: spec.memoryMb,
      warm,
      death: () => closeOf(sandbox),
    };
  } catch (error) {
    void disposals.add(sandbox.dispose().then(() => spec.layer?.dropFalse().catch(() => {})));
    throw error;
  }
}

function closeOf({ stream }: Sandbox): Promise<void> {
  if (stream.closed) return Promise.resolve();
  return new Promise((resolve) => stream.once('close', () => resolve()));
}

function monitorOf({ events }: Sandbox, link: EngineLink): ReadySandbox['monitor'] {
  return {
    get oom() {
      return events.oom;
    },
    lost: link.lost,
    waitForLastEvents: () => waitForLastEvents(link),
  };
}
