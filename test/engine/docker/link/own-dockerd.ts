import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { hasCommand } from '../../../../scripts/engine/debian.ts';

/** A dockerd that a test may stop and start: its own folders, and mounts and network in namespaces of its own. */
export interface OwnDockerd {
  docker: Docker;
  host: string;
  start(): Promise<void>;
  /** As a service manager stops it: SIGTERM, and all its containers end with it. */
  stop(): Promise<void>;
  /** Copies an image from another engine, with its names. */
  takeImage(from: Docker, name: string): Promise<void>;
  /** Removes it with all that it had, whether it runs or not. */
  remove(): Promise<void>;
}

export const canHaveOwnDockerd = process.platform === 'linux' && process.getuid?.() === 0 && hasCommand('dockerd');

/** A program that starts containers, and the arguments that it gets first. */
export interface OwnRuntime {
  path: string;
  runtimeArgs?: readonly string[];
}

/** @param runtimes what it offers in addition to runc, by name */
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
        // A container that began while it stopped outlives it; the next start knows it.
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

// Without a namespace of its own it would take the machine's engine its bridge and firewall rules.
const namespaces = ['--mount', '--net', '--propagation', 'private'];

function flagsFor(at: (name: string) => string, socketPath: string): string[] {
  return [
    ...['--host', `unix://${socketPath}`, '--data-root', at('data'), '--exec-root', at('exec')],
    ...['--pidfile', at('dockerd.pid'), '--config-file', at('daemon.json'), '--bridge', 'none', '--iptables=false'],
    ...['--containerd-namespace', 'strongroom-test', '--containerd-plugins-namespace', 'strongroom-test-plugins'],
  ];
}
