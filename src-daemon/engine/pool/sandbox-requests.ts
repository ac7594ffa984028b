import type { LiveRequest } from '../live/live-engine.ts';
import type { Run } from '../run.ts';
import { defaultDiskMb } from './sandbox-kinds.ts';
import type { SandboxRequest } from './sandbox-pool.ts';

/** Returns the request for the sandbox of a run. @param special its limits that no warm sandbox has */
export function requestOfRun<Special>({ job, language, wait }: Run, special: Special): SandboxRequest<Special> {
  const { layer, memoryMb, id } = job;
  return { kind: 'run', language, layer, memoryMb, special, labels: { executionId: id }, wait };
}

/** Returns the request for a live sandbox. */
export function requestOfLive({ options, language, wait }: LiveRequest): SandboxRequest<{ workMb?: number }> {
  const { id, layer, memoryMb, diskMb } = options;
  const special = diskMb === defaultDiskMb ? {} : { workMb: diskMb };
  return { kind: 'live', language, layer, memoryMb, special, labels: { liveSandboxId: id }, wait };
}
