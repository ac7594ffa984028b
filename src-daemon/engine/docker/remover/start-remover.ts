import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { execPath, platform } from 'node:process';
import { threadFile } from '../../../core/thread-file.ts';
import type { EngineLog } from '../../engine-log.ts';
import { type RemoverOrder, stopLine } from './remover-order.ts';

/** A separate process that survives the daemon. If the daemon is killed, it removes the daemon's containers. */
export interface Remover {
  /** Starts the process and sends it the engine's address. Call it before anything is created at the engine. */
  watch(host: string): void;
  /** Stops the process: the daemon leaves nothing. Resolves when the process has exited, or after a second. */
  release(): Promise<void>;
}

const restartMs = 1000;
const exitLimitMs = 1000;

/**
 * On POSIX a shell waits on the pipe, which uses about 1 MiB; Node would use 40. The shell executes Node when the pipe
 * closes without a clean stop. A line that the daemon did not finish is ignored.
 */
const waiting = [
  'trap "" TERM INT HUP',
  'order=',
  `while IFS= read -r line; do [ "$line" = ${stopLine} ] && exit 0; order=$line; done`,
  '[ -n "$order" ] && exec "$@" "$order"',
].join('\n');

/** Returns a new value for the process label. It is random, so that it is unique. */
export function newProcessId(): string {
  return randomBytes(8).toString('hex');
}

/** Creates the remover. Its process starts with the first `watch`, so without Docker there is none. */
export function createRemover({ instanceId, processId }: Omit<RemoverOrder, 'host'>, log: EngineLog): Remover {
  let child: ChildProcess | undefined;
  let order: string | undefined;
  let isReleased = false;

  function start(): void {
    const started = spawnWaiting();
    child = started;
    started.once('error', (error) => {
      child = undefined;
      log.warn({ err: error }, 'no remover runs: if the daemon is killed, its next start removes what is left');
    });
    started.once('exit', () => {
      if (child === started) child = undefined;
      if (isReleased) return;
      log.warn({}, 'the remover exited unexpectedly; it is started again');
      setTimeout(send, restartMs).unref();
    });
  }

  function send(): void {
    if (isReleased || order === undefined) return;
    if (child === undefined) start();
    child?.stdin?.write(`${order}\n`);
  }

  return {
    watch: (host) => {
      // Only these fields: callers pass a larger context, and the remover refuses an order with any other field.
      order = JSON.stringify({ host, instanceId, processId } satisfies RemoverOrder);
      send();
    },
    release: async () => {
      isReleased = true;
      if (child === undefined) return;
      const exited = once(child, 'exit', { signal: AbortSignal.timeout(exitLimitMs) }).catch(() => undefined);
      // Otherwise this process could exit before its stop is complete.
      child.ref();
      child.stdin?.end(`${stopLine}\n`);
      await exited;
    },
  };
}

/** Starts the process in its own session, so that signals to the daemon's group or terminal do not reach it. */
function spawnWaiting(): ChildProcess {
  const program = [execPath, threadFile('remover', 'engine/docker/remover/remover-process.ts')];
  const command = platform === 'win32' ? program : ['/bin/sh', '-c', waiting, 'strongroom-remover', ...program];
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    detached: true,
    env: {},
    cwd: platform === 'win32' ? dirname(execPath) : '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  child.unref();
  (child.stdin as Socket).unref();
  child.stdin?.on('error', () => {});
  return child;
}
