import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testPassword } from '../support/daemon/test-daemon.ts';
import { commandWithDaemon } from './command.ts';

const fixture = commandWithDaemon();

it('changes the master password of all scripts or of none, and leaves those of another password if asked to', async () => {
  const { command } = await fixture.forNewUser();
  const file = join(command.folder, 'job.py');
  writeFileSync(file, 'print("sealed")\n');
  const put = (name: string, input: string) => command.run(['vault', 'put', name, file], { input });
  const get = (name: string, input: string) => command.run(['vault', 'get', name], { input });
  for (const name of ['a', 'folder/b']) expect(await put(name, 'the first password')).toMatchObject({ exitCode: 0 });
  const change = (lines: string[], ...options: string[]) =>
    command.run(['vault', 'passwd', ...options], { input: `${lines.join('\n')}\n` });

  const short = await change([testPassword, 'the first password', 'the next password']);
  expect(short).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('stdin must have 4 lines') });
  const typo = await change([testPassword, 'the first password', 'the next password', 'the next passwort']);
  expect(typo.stderr).toContain('The two new passwords differ; nothing was changed.');

  const changed = await change([testPassword, 'the first password', 'the next password', 'the next password']);
  expect(changed).toMatchObject({
    exitCode: 0,
    stdout: 'The master password is changed: 2 scripts are encrypted with it\n',
  });
  for (const name of ['a', 'folder/b']) {
    expect((await get(name, 'the next password')).stdout).toBe('print("sealed")\n');
    expect((await get(name, 'the first password')).exitCode).not.toBe(0);
  }

  await put('theirs', 'another password');
  const again = [testPassword, 'the next password', 'the last password', 'the last password'];
  const refused = await change(again);
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain('does not decrypt theirs; nothing was changed');
  expect((await get('a', 'the next password')).exitCode).toBe(0);
  expect((await change(again, '--leave-others')).stdout).toContain('2 scripts are');
  expect((await get('a', 'the last password')).exitCode).toBe(0);
  expect((await get('theirs', 'another password')).exitCode).toBe(0);
});
