/** Runs init with the relay of the image in a network namespace without interfaces, and serves its channels. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import { hasCommand } from '../../../scripts/engine/debian.ts';
import { u32 } from '../../../src-daemon/wire/fields.ts';
import { buildInit, buildRelay } from './build-init.ts';
import { encodeFrame, type InitFrame, type InitProcess, startInit } from './init-process.ts';
import { collect, processFields, startSession } from './init-session.ts';

const commands = ['gcc', 'unshare', 'setpriv', 'ip'];
const canRun = process.platform === 'linux' && process.getuid?.() === 0 && commands.every(hasCommand);

/** Defines a suite that needs root and a C compiler. Without them it is skipped, and fails if CI=true. */
export function describeWithRelay(name: string, suite: () => void): void {
  describe.skipIf(!canRun && process.env.CI !== 'true')(name, () => {
    beforeAll(async () => {
      await buildInit();
      await buildRelay();
    });
    suite();
  });
}

const firstRelayChannel = 32768;

/** Reports of sanitizers of the relay, whose standard error is /dev/null. */
const sanitizerLogs = { ASAN_OPTIONS: 'log_path=report', UBSAN_OPTIONS: 'log_path=report' };

export interface RelaySession {
  init: InitProcess;
  /** Labels of the channels that the relay has opened. */
  labels: string[];
  /** Runs a command in the sandbox. Returns its outputs and exit code. */
  run(command: readonly string[]): Promise<{ output: string; errors: string; code: number | null }>;
  /** Runs a program of the system's Python. */
  python(program: string, ...args: string[]): ReturnType<RelaySession['run']>;
}

export const python = '/usr/bin/python3';

/** Connects to a host and a port, sends a line and prints the answer. */
export const requestProgram = `
import socket, sys
client = socket.create_connection((sys.argv[1], int(sys.argv[2])), 5)
client.sendall(b'hello')
print(client.makefile().read())`;

/** Returns the pid of the relay on this machine: init starts it first. */
export function relayPid(init: InitProcess): number {
  const children = readFileSync(`/proc/${init.pid()}/task/${init.pid()}/children`, 'utf8');
  return Number(children.split(' ')[0]);
}

/** Starts a session with the relay. Its channels for connections answer the first bytes with their label. */
export async function startRelaySession(args: readonly string[]): Promise<RelaySession> {
  const relay = [await buildRelay(), ...args];
  const init = await startSession({ relay, offline: { lowestPort: 0 }, env: sanitizerLogs });
  onTestFinished(() => stopInit(init));
  const channels = collect(init);
  const labels = serveRelay(init);
  let last = 0;
  const run: RelaySession['run'] = async (command) => {
    last = (last % 1000) + 1;
    const fields = processFields({ argv: command, environment: [`PATH=${process.env.PATH}`, 'HOME=/tmp'] });
    const { ended, streams, refused } = await channels.open(last, 'p', fields);
    expect(refused).toBeUndefined();
    return { output: streams[0].toString(), errors: streams[1].toString(), code: JSON.parse(`${ended}`).exitCode };
  };
  return { init, labels, run, python: (program, ...rest) => run([python, '-c', program, ...rest]) };
}

/** Starts init for a single-use run. The test sends the job. */
export async function startOfflineInit(lowestPort = 0): Promise<InitProcess> {
  const init = await startInit({ offline: { lowestPort }, env: sanitizerLogs });
  onTestFinished(() => stopInit(init));
  await init.next('H');
  return init;
}

/** Stops init. No sanitizer must have reported anything. */
async function stopInit(init: InitProcess): Promise<void> {
  await init.stop();
  expect(await init.ended).toBe('');
  if (!existsSync(init.work)) return;
  const reports = readdirSync(init.work).filter((name) => name.startsWith('report'));
  expect(reports.map((name) => readFileSync(join(init.work, name), 'utf8'))).toEqual([]);
}

/** Serves the channels of the relay in addition to the current receiver of frames. Returns their labels. */
export function serveRelay(init: InitProcess): string[] {
  const labels: string[] = [];
  const open = new Map<number, string>();
  const next = init.onFrame;
  init.onFrame = (frame) => {
    if (frame.channel < firstRelayChannel) next?.(frame);
    else init.send(answerTo(frame));
  };
  return labels;

  function answerTo({ type, channel, payload }: InitFrame): Buffer {
    const label = open.get(channel);
    if (type === 'O') {
      labels.push(payload.toString());
      if (!payload.toString().startsWith('tcp ')) return encodeFrame('N', channel, u32(13));
      open.set(channel, payload.toString());
      return encodeFrame('A', channel);
    }
    if (label === undefined || (type !== 'D' && type !== 'E')) return Buffer.alloc(0);
    open.delete(channel);
    const end = encodeFrame('E', channel);
    return type === 'D' ? Buffer.concat([encodeFrame('D', channel, answerText(label)), end]) : end;
  }
}

/** Returns an HTTP answer, which is also a text for other programs. */
function answerText(label: string): Buffer {
  const head = `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${label.length}\r\n\r\n`;
  return Buffer.from(head + label);
}
