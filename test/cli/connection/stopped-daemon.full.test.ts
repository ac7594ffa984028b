/** A daemon that stops while a command still follows a run. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startTestDaemon } from '../../support/daemon/test-daemon.ts';
import { instanceOf, listContainers } from '../../support/engine/docker.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { commandIn, temporaryFolder } from '../command.ts';

const folder = temporaryFolder();

describeWithEngine('a daemon that stops while commands follow their runs', () => {
  it('cancels them, leaves no container, and each command says so', async () => {
    const daemon = await startTestDaemon();
    const { dataDir } = daemon.config;
    const instance = instanceOf(dataDir);
    const { apiKey } = await daemon.newUser();
    const command = commandIn(folder, dataDir);
    const code = 'import time\nprint("first")\ntime.sleep(60)';
    const running = Array.from({ length: 3 }, () =>
      command.start(['run', '-'], { input: code, env: { STRONGROOM_API_KEY: apiKey } }),
    );
    await Promise.all(running.map(({ stdout }) => once(stdout, 'data')));
    await daemon.stop();
    expect(await listContainers(instance)).toEqual([]);
    const cancelled = { exitCode: 130, stdout: 'first\n', stderr: 'strongroom: cancelled\n' };
    expect(await Promise.all(running)).toMatchObject([cancelled, cancelled, cancelled]);
  });
});
