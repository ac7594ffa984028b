import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** @param runtimes additional runtimes, by name */
export function createOwnDockerd(runtimes: Record<string, OwnRuntime> = {}): OwnDockerd {
  const folder = mkdtempSync(join(tmpdir(), 'dockerd-'));
  const at = (name: string) => join(folder, name);
  const socketPath = at('docker.sock');
  const docker = new Docker({ socketPath });
  writeFileSync(at('daemon.json'), JSON.stringify({ runtimes }));
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const log = openSync(at('dockerd.log'), 'a');
    child = spawn('unshare', [...namespaces, 'dockerd', ...flagsFor(at, socketPath)], {
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

function flagsFor(at: (name: string) => string, socketPath: string): string[] {
  return [
    ...['--host', `unix://${socketPath}`, '--data-root', at('data'), '--exec-root', at('exec')],
    ...['--pidfile', at('dockerd.pid'), '--config-file', at('daemon.json'), '--bridge', 'none', '--iptables=false'],
    ...['--containerd-namespace', 'strongroom-test', '--containerd-plugins-namespace', 'strongroom-test-plugins'],
  ];
}
