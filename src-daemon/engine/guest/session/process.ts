import { z } from 'zod';
import type { ChannelListener } from '../../../wire/channel.ts';
import { errnoName } from '../../../wire/errno.ts';
import { environmentList, list, path, readFields, u8 } from '../../../wire/fields.ts';
import { readJson } from '../../../wire/json.ts';
import { ProtocolError } from '../../../wire/protocol-error.ts';
import type { KernelListener, LiveProcess, ProcessEnd, ProcessListener, ProcessOptions } from '../../live-sandbox.ts';
import { StartError } from '../../live-sandbox.ts';
import type { GuestSession } from './session.ts';

export type ProcessKind = 'p' | 'k';

const output = 0;
const errors = 1;
const messages = 2;
const killSignal = 9;

/**
 * Starts a process (`p`) or a kernel (`k`). Its listener may be called before the returned promise resolves.
 * @param options the complete environment: nothing is inherited
 * @throws StartError
 */
export function startProcess(
  session: GuestSession,
  kind: ProcessKind,
  { argv, env, cwd, listener }: ProcessOptions & { listener: ProcessListener & Partial<KernelListener> },
): Promise<LiveProcess> {
  const started = Promise.withResolvers<LiveProcess>();
  const ended = Promise.withResolvers<ProcessEnd>();
  ended.promise.catch(() => {});
  const fields = [...list(argv), ...list(environmentList(env)), ...path(cwd), u8(0)];
  const onEnd: Omit<ChannelListener, 'onData'> = {
    onAccepted: (payload) => started.resolve({ ...live, pid: readPid(payload), ended: ended.promise }),
    onRefused: (errno) => started.reject(new StartError(errnoName(errno))),
    onEnded: (payload) => {
      const exit = readExit(payload);
      return () => ended.resolve(exit);
    },
    onLost: (reason) => {
      started.reject(reason);
      ended.reject(reason);
    },
  };
  const channel = session.open(kind, fields, { ...onEnd, onData: (stream, chunk) => pass(stream, chunk) });
  const live: Omit<LiveProcess, 'pid' | 'ended'> = {
    write: channel.write,
    endInput: channel.end,
    signal: channel.control,
    // Not `close`: what the process has printed is still delivered.
    kill: () => channel.control(killSignal),
  };
  return started.promise;

  function pass(stream: number, chunk: Buffer): void | Promise<void> {
    if (stream === output) return listener.onOutput('stdout', chunk);
    if (stream === errors) return listener.onOutput('stderr', chunk);
    if (stream === messages && listener.onMessages !== undefined) return listener.onMessages(chunk);
    throw new ProtocolError('data of a stream that the channel does not have');
  }
}

function readPid(payload: Buffer): number {
  const fields = readFields(payload);
  const pid = fields.u32();
  fields.end();
  return pid;
}

const Exit = z.strictObject({
  exitCode: z.int().nullable(),
  signal: z.string().max(32).nullable(),
  wallUs: z.int().nonnegative(),
  cpuUs: z.int().nonnegative(),
  oom: z.boolean(),
});

function readExit(payload: Buffer): ProcessEnd {
  const { exitCode, signal, wallUs, cpuUs, oom } = readJson(payload, Exit);
  return {
    exitCode,
    signal,
    durationMs: Math.round(wallUs / 1000),
    cpuMs: Math.round(cpuUs / 1000),
    isOutOfMemory: oom,
  };
}
