import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { execute, listExecutions } from '../../../../src-shared/contracts/executions.contract.ts';
import type { TestUser } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from '../../command.ts';

const fixture = commandWithDaemon();

describeWithEngine('strongroom runs', () => {
  let command: TestCommand;
  let user: TestUser;
  let id: string;
  beforeAll(async () => {
    ({ command, user } = await fixture.forNewUser());
    const path = join(command.folder, 'bills.sh');
    writeFileSync(path, 'echo paid; echo late >&2; exit 3');
    await command.run(['run', path]);
    await user.client.call(execute, { body: { language: 'bash', code: '# Sweep\nsleep 0.1' } });
    const { executions } = await user.client.call(listExecutions);
    id = executions.find(({ name }) => name === 'bills.sh')?.id ?? '';
  });

  it('are named by the first characters of an id, and an ambiguous one lists the candidates', async () => {
    expect((await command.run(['runs', 'show', id.slice(0, 12)])).stdout).toMatch(
      /Name +bills\.sh\n[\s\S]*Exit code +3\n/,
    );
    // The part behind `run_` can begin with a hyphen, which an option does too.
    expect(await command.run(['runs', 'logs', '--', id.slice(4, 10)])).toEqual({
      ...{ exitCode: 0, stdout: 'paid\n', stderr: 'late\n' },
    });
    for (const [given, message] of [
      ['run_abc', 'is too short: enter at least 4 characters'],
      ['zzzz', 'No run has an id that begins with "zzzz"'],
      ['a/../b', 'is not an id'],
    ] as const)
      expect(await command.run(['runs', 'show', given])).toMatchObject({
        ...{ exitCode: 64, stderr: expect.stringContaining(message) },
      });
    fixture.daemon().core.database.transaction((db) => {
      for (const end of ['one', 'two'])
        db.run(
          `INSERT INTO executions (id, account_id, language, source, engine, status, created_at)
           VALUES (?, ?, 'bash', 'api', 'docker', 'succeeded', 0)`,
          [`run_same${user.id}${end}`, user.id],
        );
    });
    const { exitCode, stderr } = await command.run(['runs', 'show', `same${user.id}`]);
    expect(exitCode).toBe(64);
    expect(stderr).toContain(`run_same${user.id}one`);
    expect(stderr).toContain(`run_same${user.id}two`);
    const both = [`same${user.id}one`, `same${user.id}two`];
    expect(await command.run(['runs', 'rm', '--yes', ...both])).toMatchObject({ exitCode: 0 });
  });

  it('are repeated, pinned and deleted', async () => {
    expect(await command.run(['runs', 'rerun', id])).toEqual({ exitCode: 3, stdout: 'paid\n', stderr: 'late\n' });
    expect(await command.run(['runs', 'pin', id.slice(0, 12)])).toMatchObject({ exitCode: 0 });
    expect((await command.run(['runs', 'ls', '--pinned'])).stdout).toContain(`${id}  `);
    expect(await command.run(['runs', 'unpin', id])).toMatchObject({ exitCode: 0 });
    expect(await command.run(['runs', 'cancel', id])).toMatchObject({
      stderr: expect.stringContaining('has ended already'),
    });
    expect(await command.run(['runs', 'rm', '--yes', id, 'zzzz'])).toMatchObject({ exitCode: 64 });
    const { stdout } = await command.run(['runs', 'rm', '--json', '--yes', id.slice(0, 12)]);
    expect(JSON.parse(stdout)).toEqual({ deleted: 1, ids: [id] });
    expect(await command.run(['runs', 'show', id])).toMatchObject({
      stderr: expect.stringContaining('no run with this id'),
    });
  });
});
