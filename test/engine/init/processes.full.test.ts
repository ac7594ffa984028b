import { beforeEach, expect, test } from 'vitest';
import { encodeFrame, type InitProcess } from '../../support/init/init-process.ts';
import { type Collector, processFields, shellFields } from '../../support/init/init-session.ts';
import { describeWithInit, startTestSession } from '../../support/init/init-suite.ts';
import { until } from '../../support/until.ts';

let init: InitProcess;
let channels: Collector;

beforeEach(async () => {
  ({ init, channels } = await startTestSession());
});

async function shell(command: string) {
  const { ended, streams, refused } = await channels.open(1, 'p', shellFields(command));
  expect(refused).toBeUndefined();
  return { ...JSON.parse(ended.toString()), stdout: streams[0].toString(), stderr: streams[1].toString() };
}

describeWithInit('a process', () => {
  test('that another process traces for ever ends when its channel closes', async () => {
    const traced = channels.open(1, 'p', shellFields('echo $$; sleep 1000'));
    await until(() => channels.bytes(1).toString().endsWith('\n'));
    const python = [
      'import ctypes, signal, sys',
      'seize = 0x4206',
      'print(ctypes.CDLL(None).ptrace(seize, int(sys.argv[1]), 0, 0), flush=True)',
      'signal.pause()',
    ].join('\n');
    const pid = channels.bytes(1).toString().trim();
    const tracer = channels.open(2, 'p', processFields({ argv: ['/usr/bin/python3', '-c', python, pid] }));
    await until(() => channels.bytes(2).toString() === '0\n');
    init.send(encodeFrame('X', 1));
    expect(JSON.parse((await traced).ended.toString())).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
    init.send(encodeFrame('X', 2));
    await tracer;
    expect((await shell('ps -eo stat,args')).stdout).not.toMatch(/^Z/m);
  });

  test('starts although another process stops all processes all the time', async () => {
    const python = [
      'import os, signal',
      'print("ready", flush=True)',
      'while True:',
      '  try: os.kill(-1, signal.SIGSTOP)',
      '  except ProcessLookupError: pass',
    ].join('\n');
    const stopper = channels.open(2, 'p', processFields({ argv: ['/usr/bin/python3', '-c', python] }));
    await until(() => channels.bytes(2).toString() === 'ready\n');
    for (let channel = 10; channel < 15; channel++) {
      const ended = channels.open(channel, 'p', shellFields('true'));
      await channels.accepted(channel);
      init.send(encodeFrame('X', channel));
      expect((await ended).refused).toBeUndefined();
    }
    init.send(encodeFrame('X', 2));
    await stopper;
  });

  test('is one of 64 at the same time, and a 65th is refused', async () => {
    const ends = Array.from({ length: 64 }, (_, index) => channels.open(index + 1, 'p', shellFields('cat')));
    expect((await channels.open(100, 'p', shellFields('true'))).refused).toBe(24);
    for (let index = 1; index <= 64; index++) init.send(encodeFrame('E', index));
    const codes = (await Promise.all(ends)).map(({ ended }) => JSON.parse(ended.toString()).exitCode);
    expect(new Set(codes)).toEqual(new Set([0]));
    expect((await shell('echo again')).stdout).toBe('again\n');
  });
});
