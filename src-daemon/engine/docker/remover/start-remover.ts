import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { execPath, platform } from 'node:process';
import { threadFile } from '../../../core/thread-file.ts';
import type { EngineLog } from '../../engine-log.ts';
import { type RemoverOrder, stopLine } from './remover-order.ts';

/** A process of its own that outlives a daemon which is killed, and then removes what the daemon left. */
export interface Remover {
  /** Sees to it that it runs and knows the engine; call it before anything is created there. */
  watch(host: string): void;
  /** Ends it: the daemon leaves nothing. Resolves when the process has exited, or after a second. */
  release(): Promise<void>;
}

const restartMs = 1000;
const exitLimitMs = 1000;

/**
 * On POSIX a shell waits at the pipe, which takes about 1 MiB where Node would take 40: it becomes Node when the pipe
 * closes without a clean stop. A line that was cut off by the daemon's death is not read.
 */
const waiting = [
  'trap "" TERM INT HUP',
  'order=',
  `while IFS= read -r line; do [ "$line" = ${stopLine} ] && exit 0; order=$line; done`,
  '[ -n "$order" ] && exec "$@" "$order"',
].join('\n');

/** The value of the process label: random, so that no other process has the same. */
export function newProcessId(): string {
  return randomBytes(8).toString('hex');
}

/** Nothing is started before an engine is named: without Docker there is no remover. */
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
      // Otherwise a process with nothing else to do would exit before its own stop is complete.
      child.ref();
      child.stdin?.end(`${stopLine}\n`);
      await exited;
    },
  };
}

/** In a session of its own, so that no signal to the daemon's group or terminal reaches it. Keeps nothing alive. */
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
