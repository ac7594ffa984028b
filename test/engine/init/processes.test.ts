import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { u8 } from '../../../src-daemon/wire/fields.ts';
import { encodeFrame, type InitProcess } from '../../support/init/init-process.ts';
import { type Collector, processFields, shellFields } from '../../support/init/init-session.ts';
import { describeWithInit, startTestSession } from '../../support/init/init-suite.ts';
import { until } from '../../support/until.ts';

let init: InitProcess;
let channels: Collector;

beforeEach(async () => {
  ({ init, channels } = await startTestSession());
});

const sigterm = 15;

async function shell(command: string) {
  const { ended, streams, refused } = await channels.open(1, 'p', shellFields(command));
  expect(refused).toBeUndefined();
  return { ...JSON.parse(ended.toString()), stdout: streams[0].toString(), stderr: streams[1].toString() };
}

describeWithInit('a process', () => {
  test('has output, errors, an exit code, and no descriptor of init', async () => {
    expect(await shell('ls -1 /proc/self/fd; echo problem >&2; exit 7')).toMatchObject({
      exitCode: 7,
      signal: null,
      stdout: '0\n1\n2\n3\n',
      stderr: 'problem\n',
      oom: false,
    });
  });

  test('that asks init to trace it is not taken for one that has exited', async () => {
    const python = [
      'import ctypes, os, signal',
      'signal.signal(signal.SIGUSR1, lambda *_: print("handled"))',
      'ctypes.CDLL(None).ptrace(0, 0, 0, 0)',
      'os.kill(os.getpid(), signal.SIGUSR1)',
      'raise SystemExit(3)',
    ].join('\n');
    const { ended, streams } = await channels.open(1, 'p', processFields({ argv: ['/usr/bin/python3', '-c', python] }));
    expect(JSON.parse(ended.toString())).toMatchObject({ exitCode: 3, signal: null });
    expect(streams[0].toString()).toBe('handled\n');
  });

  test('reads the input that its channel sends, until its end', async () => {
    const ended = channels.open(1, 'p', shellFields('cat'));
    for (const text of ['one ', 'two']) init.send(encodeFrame('D', 1, Buffer.from(text)));
    init.send(encodeFrame('E', 1));
    expect((await ended).streams[0].toString()).toBe('one two');
  });

  test('sends all of an output that is larger than the credit', async () => {
    const { stdout } = await shell('head -c 3000000 /dev/zero');
    expect(stdout.length).toBe(3_000_000);
  });

  test('sends what was in its pipe at its exit, although a child still writes', async () => {
    const { exitCode, stdout } = await shell('echo first; yes & exit 4');
    expect(exitCode).toBe(4);
    expect(stdout).toMatch(/^first\n/);
  });

  test('writes errors into the output if they are merged', async () => {
    const fields = processFields({ argv: ['sh', '-c', 'echo a; echo b >&2; echo c'], merges: true });
    expect((await channels.open(1, 'p', fields)).streams.map(String)).toEqual(['a\nb\nc\n', '', '']);
  });

  test('starts in a folder below the work directory', async () => {
    mkdirSync(join(init.work, 'a/b'), { recursive: true });
    const { streams } = await channels.open(1, 'p', processFields({ argv: ['/bin/pwd'], cwd: 'a/b' }));
    expect(streams[0].toString()).toBe(`${init.work}/a/b\n`);
  });

  test.each([
    ['a command that does not exist', processFields({ argv: ['absent-command'] }), 2],
    ['no command', processFields({ argv: [] }), 22],
    ['a folder that does not exist', processFields({ argv: ['pwd'], cwd: 'absent' }), 2],
    ['a folder that is a link', processFields({ argv: ['pwd'], cwd: 'link' }), 40],
    ['a folder above the work directory', processFields({ argv: ['pwd'], cwd: '../x' }), 22],
    ['fields that are too short', Buffer.from([0, 0, 0, 1, 0, 0]), 22],
    ['fields that are too long', Buffer.concat([shellFields('true'), u8(0)]), 22],
    ['a count that is a lie', Buffer.from([255, 255, 255, 255]), 22],
  ])('is refused with %s', async (_name, fields, errno) => {
    symlinkSync('/etc', join(init.work, 'link'));
    expect((await channels.open(1, 'p', fields)).refused).toBe(errno);
    expect((await shell('echo alive')).stdout).toBe('alive\n');
  });

  test('receives signals for its group, and reports the one that ended it', async () => {
    const ended = channels.open(1, 'p', shellFields('sleep 60 & echo ready; wait'));
    await channels.accepted(1);
    init.send(encodeFrame('C', 1, u8(sigterm)));
    expect(JSON.parse((await ended).ended.toString())).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
  });

  test('receives a signal alone with 128 added to it', async () => {
    const ended = channels.open(2, 'p', shellFields('trap "echo alone" TERM; (sleep 0.5; echo lives) & wait; wait'));
    await until(async () => (await shell('ps -eo args')).stdout.includes('sleep 0.5'));
    init.send(encodeFrame('C', 2, u8(sigterm + 128)));
    init.send(encodeFrame('C', 2, u8(128)));
    expect((await ended).streams[0].toString()).toBe('alone\nlives\n');
  });

  test('is killed with its group when its channel closes, although it ignores SIGTERM', async () => {
    const ended = channels.open(1, 'p', shellFields("trap '' TERM; echo ready; sleep 1000 & while :; do wait; done"));
    await until(() => channels.bytes(1).toString() === 'ready\n');
    init.send(encodeFrame('C', 1, u8(sigterm)));
    init.send(encodeFrame('X', 1));
    expect(JSON.parse((await ended).ended.toString())).toMatchObject({ signal: 'SIGKILL', oom: false });
    await until(async () => !(await shell('ps -eo args')).stdout.includes('sleep 1000'));
  });

  test('leaves children that run on, and init reaps them', async () => {
    expect((await shell('(sleep 0.2; exit 1) & :')).exitCode).toBe(0);
    expect((await shell('sleep 0.5; ps -eo stat,args')).stdout).not.toMatch(/^Z/m);
  });
});
