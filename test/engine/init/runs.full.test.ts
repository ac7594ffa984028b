import { afterEach, expect, test } from 'vitest';
import { sendShell } from '../../support/init/init-job.ts';
import { encodeFrame, type InitProcess, startInit } from '../../support/init/init-process.ts';
import { describeWithInit } from '../../support/init/init-suite.ts';

const started: InitProcess[] = [];

async function start(): Promise<InitProcess> {
  const init = await startInit();
  started.push(init);
  expect(JSON.parse((await init.next('H')).payload.toString())).toMatchObject({ protocol: 5, warm: false });
  return init;
}

afterEach(async () => {
  for (const init of started.splice(0)) {
    await init.stop();
    expect(await init.ended).toBe('');
  }
});

async function statusOf(init: InitProcess) {
  return JSON.parse((await init.next('X')).payload.toString());
}

describeWithInit('a single-use run', () => {
  test('exits two seconds after the status without an acknowledgement', async () => {
    const init = await start();
    sendShell(init, 'true');
    await init.next('X');
    expect(await init.ended).toBe('');
  });

  test('drops input that a program does not read, and returns its credit', async () => {
    const init = await start();
    sendShell(init, 'exec 0<&-; sleep 1; echo done', { flags: 2 });
    await init.next('S');
    for (let count = 0; count < 4; count++) init.send(encodeFrame('D', 0, Buffer.alloc(64 * 1024)));
    await init.next('W');
    expect(await statusOf(init)).toMatchObject({ exitCode: 0 });
  });
});
