import type { ContainerCreateOptions } from 'dockerode';
import { labels, type passingRoles } from './labels.ts';

export interface HardenedContainer {
  imageId: string;
  instanceId: string;
  role: (typeof passingRoles)[number];
  /** The user and the group of the container. */
  uid: number;
  memoryMb: number;
  pids: number;
  cpus: number;
  /** Limit of open files of one process. */
  openFiles: number;
  /** Size limit of one file. */
  fileMb: number;
  /** Size limit of /dev/shm, whose pages count as memory; 16 by default. */
  shmMb?: number;
  /** `crun` if the engine offers it; undefined for the engine's default. */
  runtime: string | undefined;
}

const mebibyte = 1024 * 1024;

/**
 * The small file system to which the image links /etc/passwd and /etc/group (resources/sandbox/accounts.sh). Process 1
 * writes an entry for the container's own user id there.
 */
export const accountsMount = (uid: number) => ({
  '/run/sandbox': `rw,noexec,nosuid,nodev,size=64k,nr_inodes=8,mode=0755,uid=${uid},gid=${uid}`,
});

/**
 * Returns the options that every container for a run or an installation has, and that no setting turns off;
 * docs/security/sandbox.md explains them. It has no network and no writable folder unless the caller adds one. The container
 * exits when the daemon's stream closes.
 */
export function hardened(container: HardenedContainer) {
  const memory = container.memoryMb * mebibyte;
  return {
    Image: container.imageId,
    User: `${container.uid}:${container.uid}`,
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
      ShmSize: (container.shmMb ?? 16) * mebibyte,
      CapDrop: ['ALL'],
      // sandbox.ts adds the seccomp profile, which depends on the engine.
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
