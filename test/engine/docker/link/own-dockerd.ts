import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Docker from 'dockerode';
import { hasCommand } from '../../../../scripts/engine/debian.ts';

/** A dockerd that a test may stop and start, with its own folders and its own mount and network namespaces. */
export interface OwnDockerd {
  docker: Docker;
  host: string;
  start(): Promise<void>;
  /** Stops it with SIGTERM, as a service manager does. Its containers exit too. */
  stop(): Promise<void>;
  /** Copies an image from another engine, with its names. */
  takeImage(from: Docker, name: string): Promise<void>;
  /** Stops it if it runs, and removes its data. */
  remove(): Promise<void>;
}

export const canHaveOwnDockerd = process.platform === 'linux' && process.getuid?.() === 0 && hasCommand('dockerd');

/** A container runtime, with its first arguments. */
export interface OwnRuntime {
  path: string;
  runtimeArgs?: readonly string[];
}

interface OwnSettings {
  /** The first id of the machine to which the user ids of containers are mapped; undefined for none. */
  mappedTo?: number;
}

/** @param runtimes additional runtimes, by name */
export function createOwnDockerd(
  runtimes: Record<string, OwnRuntime> = {},
  { mappedTo }: OwnSettings = {},
): OwnDockerd {
  const folder = mkdtempSync(join(tmpdir(), 'dockerd-'));
  const at = (name: string) => join(folder, name);
  const socketPath = at('docker.sock');
  const docker = new Docker({ socketPath });
  // The mapped root is another user, and must reach the folder.
  if (mappedTo !== undefined)
    for (const path of [folder, tmpdir(), dirname(tmpdir())]) if (path !== '/tmp') chmodSync(path, 0o711);
  const remap = mappedTo === undefined ? {} : { 'userns-remap': 'nobody:nogroup' };
  writeFileSync(at('daemon.json'), JSON.stringify({ runtimes, ...remap }));
  writeFileSync(at('sub-ids'), `nobody:${mappedTo}:65536\nnogroup:${mappedTo}:65536\n`);
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const log = openSync(at('dockerd.log'), 'a');
    const command = mappedTo === undefined ? [] : ['/bin/sh', '-c', withSubIds, at('sub-ids')];
    child = spawn('unshare', [...namespaces, ...command, 'dockerd', ...flagsFor(at, socketPath)], {
      stdio: ['ignore', log, log],
      cwd: '/',
    });
    closeSync(log);
    while (!(await docker.ping().then(Boolean, () => false))) {
      if (child.exitCode !== null) throw new Error(`dockerd ended:\n${readFileSync(at('dockerd.log'), 'utf8')}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async function stop(): Promise<void> {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
  }

  return {
    ...{ docker, host: `unix://${socketPath}`, start, stop },
    takeImage: async (from, name) => {
      const loading = await docker.loadImage(await from.getImage(name).get());
      await new Promise<void>((resolve, reject) => {
        docker.modem.followProgress(loading, (error) => (error ? reject(error) : resolve()));
      });
    },
    remove: async () => {
      try {
        // A container that started during the stop outlives it. The next start finds it.
        if (child === undefined) await start();
        const left = await docker.listContainers({ all: true });
        await Promise.all(left.map(({ Id: id }) => docker.getContainer(id).remove({ force: true })));
      } finally {
        await stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

// Without its own namespaces it would change the bridge and firewall rules of the machine's engine.
const namespaces = ['--mount', '--net', '--propagation', 'private'];

// Its own mount namespace shows it other sub-ids than those of the machine.
const withSubIds = 'mount --bind "$0" /etc/subuid && mount --bind "$0" /etc/subgid && exec "$@"';

function flagsFor(at: (name: string) => string, socketPath: string): string[] {
  return [
    ...['--host', `unix://${socketPath}`, '--data-root', at('data'), '--exec-root', at('exec')],
    ...['--pidfile', at('dockerd.pid'), '--config-file', at('daemon.json'), '--bridge', 'none', '--iptables=false'],
    ...['--containerd-namespace', 'strongroom-test', '--containerd-plugins-namespace', 'strongroom-test-plugins'],
  ];
}
