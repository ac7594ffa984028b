import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { u32 } from '../../../src-daemon/wire/fields.ts';
import { encodeFrame, type InitProcess } from '../../support/init/init-process.ts';
import { collect, openFrame, processFields, shellFields, startSession } from '../../support/init/init-session.ts';
import { describeWithInit } from '../../support/init/init-suite.ts';
import { until } from '../../support/until.ts';

const command = ['/usr/bin/python3', join(import.meta.dirname, '../../support/init/fake-kernel.py')];
const fields = processFields({ argv: command, environment: ['NAME=value', 'PATH=/usr/bin:/bin'] });
const started: InitProcess[] = [];

afterEach(async () => {
  for (const init of started.splice(0)) {
    await init.stop();
    expect(await init.ended).toBe('');
  }
});

async function start(warm?: string) {
  const init = await startSession(warm === undefined ? {} : { warm: command, env: { STRONGROOM_WARM: warm } });
  started.push(init);
  return init;
}

describeWithInit('a kernel', () => {
  test('exchanges messages, and ends with an exit code', async () => {
    const init = await start();
    const channels = collect(init);
    const ended = channels.open(1, 'k', fields);
    await until(() => channels.bytes(1, 2).toString() === 'ready None value;');
    init.send(encodeFrame('D', 1, Buffer.from('0 hello')));
    init.send(encodeFrame('E', 1));
    const { streams, ended: end } = await ended;
    expect(streams.map(String)).toEqual(['', '', 'ready None value;done;0 hello']);
    expect(JSON.parse(end.toString())).toMatchObject({ exitCode: 9 });
  });

  test('that waits is used if the command is its own, with the environment of the channel', async () => {
    const init = await start('yes');
    const channels = collect(init);
    const first = channels.open(1, 'k', fields);
    await until(() => channels.bytes(1, 2).toString() === 'ready yes value;');
    const second = channels.open(2, 'k', fields);
    await until(() => channels.bytes(2, 2).toString() === 'ready None value;');
    for (const channel of [1, 2]) init.send(encodeFrame('E', channel));
    expect(JSON.parse((await first).ended.toString()).exitCode).toBe(9);
    expect(JSON.parse((await second).ended.toString()).exitCode).toBe(9);
  });

  test('that waits is not used in another folder, and can be killed before', async () => {
    const init = await start('yes');
    const channels = collect(init);
    await channels.open(1, 'p', shellFields(`pkill -9 -f '^${command[0]} '`));
    const ended = channels.open(2, 'k', fields);
    await until(() => channels.bytes(2, 2).toString() === 'ready None value;');
    init.send(encodeFrame('X', 2));
    expect(JSON.parse((await ended).ended.toString()).signal).toBe('SIGKILL');
  });

  test.each(['silent', 'deaf'])('that is %s when it should take its environment is replaced', async (warm) => {
    const init = await start(warm);
    const channels = collect(init);
    const ended = channels.open(1, 'k', fields);
    init.send(encodeFrame('D', 1, Buffer.from('0 early')));
    await until(() => channels.bytes(1, 2).toString() === 'ready None value;done;0 early');
    expect((await channels.open(2, 'p', shellFields(`pgrep -fc '^${command[0]} '`))).streams[0].toString()).toBe('1\n');
    init.send(encodeFrame('E', 1));
    expect(JSON.parse((await ended).ended.toString()).exitCode).toBe(9);
  });

  test('that does not take its environment is refused if its channel closes', async () => {
    const init = await start('silent');
    const channels = collect(init);
    const ended = channels.open(1, 'k', fields);
    init.send(encodeFrame('X', 1));
    expect((await ended).refused).toBe(125);
  });

  test('has all its output sent before its message, also when the output has no credit', async () => {
    const init = await start();
    const order: string[] = [];
    init.onFrame = ({ type, channel, payload }) => {
      if (type !== 'D' || channel !== 1) return;
      const stream = payload.readUInt8(0);
      if (order.at(-1) !== `${stream}`) order.push(`${stream}`);
      init.send(encodeFrame('W', 1, u32(payload.length - 1)));
      if (stream === 2 && order.length < 60) init.send(encodeFrame('D', 1, Buffer.from('3000')));
    };
    init.send(openFrame(1, 'k', fields));
    await until(() => order.length >= 60);
    expect(order.slice(1).join('')).toMatch(/^((01|10)2)+/);
    expect(order.join('')).not.toMatch(/22|2[01]2/);
  });

  test('is started with a command that does not exist: refused', async () => {
    const init = await start();
    const absent = processFields({ argv: ['/absent'] });
    expect((await collect(init).open(1, 'k', absent)).refused).toBe(2);
  });
});
