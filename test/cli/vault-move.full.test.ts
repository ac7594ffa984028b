import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandWithDaemon } from './command.ts';

const fixture = commandWithDaemon();

it('moves a script to another name or folder, and refuses a taken or a wrong name', async () => {
  const { command } = await fixture.forNewUser();
  const file = join(command.folder, 'job.py');
  writeFileSync(file, 'print("moved")\n');
  for (const name of ['job.py', 'other'])
    expect(await command.run(['vault', 'put', name, file], { input: 'the master password' })).toMatchObject({
      exitCode: 0,
    });
  const moved = await command.run(['vault', 'mv', 'job.py', 'reports/']);
  expect(moved).toMatchObject({ exitCode: 0, stdout: 'job.py is now reports/job.py\n' });
  const got = await command.run(['vault', 'get', 'reports/job.py'], { input: 'the master password' });
  expect(got.stdout).toBe('print("moved")\n');
  const taken = await command.run(['vault', 'mv', 'reports/job.py', 'other']);
  expect(taken.exitCode).not.toBe(0);
  expect(taken.stderr).toContain('There is already stored code named other.');
  expect((await command.run(['vault', 'mv', 'job.py', 'x'])).stderr).toContain('The vault has no script named job.py.');
  expect((await command.run(['vault', 'mv', 'other', 'a//b'])).stderr).toContain('with / between them');
});
