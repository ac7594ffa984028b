/** A daemon that stops while a command still follows a run. */
import { once } from 'node:events';
import Docker from 'dockerode';
import { expect, inject, it } from 'vitest';
import { readInstance } from '../../src-daemon/keystore/instance-file.ts';
import { describeWithEngine } from '../support/engine-suite.ts';
import { startTestDaemon } from '../support/test-daemon.ts';
import { commandIn, temporaryFolder } from './command.ts';

const folder = temporaryFolder();

describeWithEngine('a daemon that stops while commands follow their runs', () => {
  it('cancels them, leaves no container, and each command says so', async () => {
    const daemon = await startTestDaemon();
    const { dataDir } = daemon.config;
    const instanceId = readInstance(dataDir)?.instanceId;
    const { apiKey } = await daemon.newUser();
    const command = commandIn(folder, dataDir);
    const code = 'import time\nprint("first")\ntime.sleep(60)';
    const running = Array.from({ length: 3 }, () =>
      command.start(['run', '-'], { input: code, env: { STRONGROOM_API_KEY: apiKey } }),
    );
    await Promise.all(running.map(({ stdout }) => once(stdout, 'data')));
    await daemon.stop();
    const filters = { label: [`app.strongroom.instance=${instanceId}`] };
    expect(await connect().listContainers({ all: true, filters })).toEqual([]);
    const cancelled = { exitCode: 130, stdout: 'first\n', stderr: 'strongroom: cancelled\n' };
    expect(await Promise.all(running)).toMatchObject([cancelled, cancelled, cancelled]);
  });
});

function connect(): Docker {
  return new Docker({ socketPath: (inject('engine')?.host ?? '').replace('unix://', '') });
}
