import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const programs = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];

/** Names of what the machine lacks for a Secret Service of our own. */
export const missingPrograms = programs.filter((program) => spawnSync('which', [program]).status !== 0);

export interface SecretService {
  /** Stops the service where it stands: it holds its connections and answers nothing. */
  freeze(): void;
  thaw(): void;
  /** Locks the collection that holds the entries. */
  lock(): void;
  /** Forgets every entry, as a new login on another machine would. */
  stop(): Promise<void>;
}

/**
 * A real gnome-keyring on a session bus of its own, with a home of its own and no display to ask on. The bus is this
 * process's until `stop`.
 */
export async function startSecretService(): Promise<SecretService> {
  const home = mkdtempSync(join(tmpdir(), 'keyring-'));
  const runtime = join(home, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const before = process.env.DBUS_SESSION_BUS_ADDRESS;
  const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: runtime };
  // Without an address of ours its socket would be in /tmp, whatever TMPDIR says.
  const args = ['--session', '--nofork', `--address=unix:path=${join(runtime, 'bus')}`, '--print-address'];
  const bus = spawn('dbus-daemon', args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const [printed] = await once(bus.stdout, 'data');
  const address = String(printed).trim();
  process.env.DBUS_SESSION_BUS_ADDRESS = address;
  const sessionEnv = { ...env, DBUS_SESSION_BUS_ADDRESS: address };
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env: sessionEnv,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keyring.stdin.end('password of the test keyring');
  await untilOnBus(sessionEnv);

  return {
    freeze: () => keyring.kill('SIGSTOP'),
    thaw: () => keyring.kill('SIGCONT'),
    lock: () => {
      const collection = 'array:objpath:/org/freedesktop/secrets/collection/login';
      send(sessionEnv, [
        'org.freedesktop.secrets',
        '/org/freedesktop/secrets',
        'org.freedesktop.Secret.Service.Lock',
        collection,
      ]);
    },
    stop: async () => {
      keyring.kill('SIGCONT');
      for (const child of [keyring, bus]) await end(child);
      if (before === undefined) delete process.env.DBUS_SESSION_BUS_ADDRESS;
      else process.env.DBUS_SESSION_BUS_ADDRESS = before;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function send(env: NodeJS.ProcessEnv, [destination = '', ...call]: string[]): string {
  const args = ['--session', '--print-reply', `--dest=${destination}`, ...call];
  return execFileSync('dbus-send', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

async function untilOnBus(env: NodeJS.ProcessEnv): Promise<void> {
  const question = ['org.freedesktop.DBus', '/', 'org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets'];
  for (let tries = 0; tries < 200; tries += 1) {
    if (send(env, question).includes('boolean true')) return;
    await sleep(50);
  }
  throw new Error('gnome-keyring did not come up');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
