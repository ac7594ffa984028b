import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { readExecution } from '../../src-shared/contracts/executions.contract.ts';
import type { TestUser } from '../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { until } from '../support/until.ts';
import { commandWithDaemon, type TestCommand } from './command.ts';

const fixture = commandWithDaemon();

describeWithEngine('run --detach', () => {
  let command: TestCommand;
  let user: TestUser;
  beforeAll(async () => {
    ({ command, user } = await fixture.forNewUser());
  });

  it('prints the id and exits, and `runs logs -f` has the output and the exit code of the program', async () => {
    const path = join(command.folder, 'slow.sh');
    writeFileSync(path, 'cat; echo begun; sleep 2; echo ended; exit 3');
    const started = await command.run(['run', '--detach', path], { input: 'input\n' });
    expect(started).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringMatching(/^run_[\w-]{22}\n$/) });
    const id = started.stdout.trim();
    expect((await user.client.call(readExecution, { params: { id } })).status).toMatch(/queued|running/);
    const stdout = 'input\nbegun\nended\n';
    expect(await command.run(['runs', 'logs', '-f', id.slice(0, 12)])).toEqual({ exitCode: 3, stdout, stderr: '' });
    expect(await command.run(['runs', 'logs', id])).toEqual({ exitCode: 0, stdout, stderr: '' });
    expect(await command.run(['runs', 'rerun', id])).toMatchObject({ exitCode: 3 });
  });

  it('is cancelled by its id, also when code of the command line started it', async () => {
    const { stdout } = await command.run(['exec', '--json', '--detach', 'bash', 'sleep 60']);
    const { id } = JSON.parse(stdout);
    expect(await command.run(['runs', 'cancel', id])).toMatchObject({ exitCode: 0 });
    await until(async () => (await user.client.call(readExecution, { params: { id } })).status === 'cancelled');
    expect(await command.run(['runs', 'logs', '-f', id])).toMatchObject({ exitCode: 130 });
  });

  it('is refused with options that need the command until the end of the run', async () => {
    for (const option of [['--out', 'x'], ['--ask'], ['--watch']]) {
      const refused = await command.run(['run', '--detach', ...option, 'x.py']);
      expect(refused).toMatchObject({ exitCode: 64, stderr: expect.stringContaining(`with ${option[0]}, which`) });
    }
  });
});
