import { beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../support/daemon/test-daemon.ts';
import { commandWithDaemon, type TestCommand } from './command.ts';

const fixture = commandWithDaemon();
let command: TestCommand;
let user: TestUser;

beforeEach(async () => {
  ({ command, user } = await fixture.forNewUser());
});

/** With the key of the database alone. */
const edit = (sql: string) => fixture.daemon().core.database.transaction((db) => db.run(sql, [user.id]));

describe('strongroom items', () => {
  it('shows what is refused, and accepts it with the password', async () => {
    await command.run(['secrets', 'set', 'TOKEN'], { input: 'value-1234' });
    expect((await command.run(['items', 'ls'])).stdout).toBe('No item was changed outside of the daemon.\n');
    edit("UPDATE secrets SET description = 'changed' WHERE account_id = ?");
    expect((await command.run(['items', 'ls'])).stdout).toMatch(/^secret +TOKEN +\d+ +1 +changed$/m);
    const accept = ['items', 'accept', 'secret', 'TOKEN'];
    expect(await command.run(accept, { input: 'not the password\n' })).toMatchObject({ exitCode: 77 });
    expect(await command.run(['items', 'accept', 'secret', 'OTHER'], { input: user.password })).toMatchObject({
      exitCode: 64,
    });
    const accepted = await command.run([...accept, '--json'], { input: `${user.password}\n` });
    expect(JSON.parse(accepted.stdout).accepted).toMatchObject([{ kind: 'secret', name: 'TOKEN', fault: 'changed' }]);
    expect((await command.run(['items', 'ls', '--json'])).stdout.trim()).toBe('{"items":[]}');
  });

  it('accepts its own key too, when that is refused itself', async () => {
    edit("UPDATE api_keys SET name = 'other' WHERE account_id = ?");
    const refused = await command.run(['items', 'ls']);
    expect(refused.exitCode).toBe(65);
    expect(refused.stderr).toContain('This API key is not as it was last written');
    const accept = ['items', 'accept', '--all', '--email', user.email];
    expect(await command.run(accept, { input: user.password })).toMatchObject({ exitCode: 0 });
    expect(await command.run(['items', 'ls'])).toMatchObject({ exitCode: 0 });
  });

  it('requires one item or all of them', async () => {
    for (const args of [[], ['secret'], ['secret', 'A', '--all']])
      expect(await command.run(['items', 'accept', ...args])).toMatchObject({ exitCode: 64 });
  });
});
