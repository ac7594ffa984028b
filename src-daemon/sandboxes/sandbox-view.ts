import type { Sandbox } from '../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { LiveSandbox } from '../engine/live-sandbox.ts';
import type { ActiveSandbox } from './life/sandbox.ts';

/** A sandbox that is too busy to answer within this time is shown without its use. */
const usageLimitMs = 1000;

/** Returns a sandbox as the API shows it, without its use. */
export function toSandbox(sandbox: ActiveSandbox): Sandbox {
  const { id, language, memoryMb, diskMb, network, secretNames, packages, metadata, expiry, notices } = sandbox;
  const { withPackages, createdAt, queuedMs, startupMs, source } = sandbox;
  return {
    ...{ id, language, memoryMb, diskMb, network, packages, queuedMs, startupMs, source },
    ...(withPackages.length > 0 && { withPackages: withPackages.map((one) => ({ ...one })) }),
    status: sandbox.isPaused() ? 'paused' : 'running',
    secretNames: [...secretNames],
    metadata: { ...metadata },
    ...expiry.limits(),
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiry.expiresAt()).toISOString(),
    ...(notices.length > 0 && { notices: [...notices] }),
  };
}

/** Returns a sandbox with its current use, which is absent if it is paused or does not answer. */
export async function toSandboxWithUsage(sandbox: ActiveSandbox): Promise<Sandbox> {
  const usage = sandbox.isPaused() ? undefined : await readUsage(sandbox.live);
  return { ...toSandbox(sandbox), ...(usage && { usage }) };
}

async function readUsage(live: LiveSandbox): Promise<Sandbox['usage']> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), usageLimitMs);
  });
  try {
    const used = await Promise.race([live.usage().catch(() => undefined), late]);
    if (used === undefined) return undefined;
    const { memoryBytes, memoryPeakBytes, pids, diskBytes, diskUsedBytes } = used;
    return { memoryBytes, memoryPeakBytes, processes: pids, diskBytes, diskUsedBytes };
  } finally {
    clearTimeout(timer);
  }
}
