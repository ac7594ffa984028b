import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { execute } from '../../../../src-shared/contracts/executions.contract.ts';
import type { TestUser } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from '../../command.ts';

const fixture = commandWithDaemon();

describeWithEngine('strongroom runs', () => {
  let command: TestCommand;
  let user: TestUser;
  beforeAll(async () => {
    ({ command, user } = await fixture.forNewUser());
    const path = join(command.folder, 'bills.sh');
    writeFileSync(path, 'echo paid; echo late >&2; exit 3');
    await command.run(['run', path]);
    await user.client.call(execute, { body: { language: 'bash', code: '# Sweep\nsleep 0.1' } });
  });

  it('are listed with name, maker, status and duration, and found by them', async () => {
    const { stdout } = await command.run(['runs', 'ls']);
    expect(stdout).toMatch(/^ID +STARTED +NAME +LANGUAGE +STATUS +DURATION +BY\n/);
    expect(stdout).toMatch(/Sweep +bash +succeeded +\S+ m?s +api \(.+\)\n/);
    expect(stdout).toMatch(/bills\.sh +bash +failed +\S+ m?s +cli\n/);
    const found = async (...flags: string[]) => {
      const { executions } = JSON.parse((await command.run(['runs', 'ls', '--json', ...flags])).stdout);
      return executions.map(({ name }: { name: string }) => name);
    };
    expect(await found('--search', 'BILLS')).toEqual(['bills.sh']);
    expect(await found('--status', 'succeeded', '--language', 'sh')).toEqual(['Sweep']);
    expect(await found('--by', 'cli')).toEqual(['bills.sh']);
    expect(await found('--since', '1h')).toEqual(['Sweep', 'bills.sh']);
    expect(await found('--until', '1h')).toEqual([]);
    expect(await command.run(['runs', 'ls', '--pinned'])).toEqual({
      ...{ exitCode: 0, stdout: '', stderr: 'There are no such runs in the history.\n' },
    });
  });
});
