import type { ContainerCreateOptions } from 'dockerode';
import { labels, type passingRoles } from './labels.ts';

export interface HardenedContainer {
  imageId: string;
  instanceId: string;
  role: (typeof passingRoles)[number];
  memoryMb: number;
  pids: number;
  cpus: number;
  /** Of one process. */
  openFiles: number;
  /** Of one file. */
  fileMb: number;
  /** `crun` where the engine offers it; undefined is the engine's own choice. */
  runtime: string | undefined;
}

const mebibyte = 1024 * 1024;

/**
 * What every container has that is made for a run or an installation, and no option turns off; docs/security.md tells
 * why. It has no network and nothing to write to: who makes one adds what it needs. Its end is the end of the daemon's
 * stream.
 */
export function hardened(container: HardenedContainer) {
  const memory = container.memoryMb * mebibyte;
  return {
    Image: container.imageId,
    User: '65534:65534',
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    Labels: { [labels.role]: container.role, [labels.instance]: container.instanceId },
    HostConfig: {
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      AutoRemove: true,
      IpcMode: 'private',
      ShmSize: 16 * mebibyte,
      CapDrop: ['ALL'],
      // The seccomp profile is added where the engine is known (sandbox.ts).
      SecurityOpt: ['no-new-privileges'],
      Memory: memory,
      MemorySwap: memory,
      PidsLimit: container.pids,
      NanoCpus: container.cpus * 1e9,
      Ulimits: [
        { Name: 'nofile', Soft: container.openFiles, Hard: container.openFiles },
        { Name: 'fsize', Soft: container.fileMb * mebibyte, Hard: container.fileMb * mebibyte },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      LogConfig: { Type: 'none', Config: {} },
      ...(container.runtime === undefined ? {} : { Runtime: container.runtime }),
    },
  } satisfies ContainerCreateOptions;
}
