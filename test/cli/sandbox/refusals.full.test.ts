/** Refusals of sandboxes as a user of the command line reads them: which sandbox, which path, and what to do. */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiRefusal, CliError } from '../../../src-cli/cli-error.ts';
import { inSandbox } from '../../../src-cli/sandbox/explain-refusal.ts';
import { pauseSandbox } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { TestUser } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from '../command.ts';

const fixture = commandWithDaemon();

describe('a refusal', () => {
  it('keeps its code, its status and its details, and other errors stay as they are', async () => {
    const details = [{ path: 'a', message: 'b' }];
    const error = { code: 'file_not_found' as const, message: 'GET …/entries', requestId: 'r', details };
    const refused = inSandbox({ id: 'sbx1' }, () => Promise.reject(new ApiRefusal(404, { error })));
    await expect(refused).rejects.toMatchObject({
      ...{ name: 'ApiRefusal', code: 'file_not_found', status: 404, requestId: 'r', details },
      message: expect.stringMatching(/^Sandbox sbx1 has nothing at its working directory\./),
    });
    const other = new ApiRefusal(429, { error: { ...error, code: 'too_many_channels', message: 'as it was' } });
    for (const cause of [other, new CliError('usage', 'x')])
      await expect(inSandbox({ id: 'sbx1' }, () => Promise.reject(cause))).rejects.toBe(cause);
  });
});

describeWithEngine('the command line', () => {
  let command: TestCommand;
  let user: TestUser;
  let id: string;

  const local = (path: string) => join(command.folder, path);
  const create = async (...args: string[]) =>
    (await command.run(['sandbox', 'create', '--memory', '160', '--disk', '64', ...args])).stdout.trimEnd();

  beforeAll(async () => {
    ({ command, user } = await fixture.forNewUser());
    mkdirSync(local('folder'));
    writeFileSync(local('file'), 'x');
    writeFileSync(local('large'), '');
    truncateSync(local('large'), 80 * 1024 * 1024);
    id = await create();
    const script = 'echo x > in; mkdir dir; ln -s /etc link; echo x > closed; chmod 0 closed';
    const prepared = await command.run(['sandbox', 'exec', id, '--no-stdin', '--', 'bash', '-c', script]);
    expect(prepared).toMatchObject({ exitCode: 0, stderr: '' });
    return () => command.run(['sandbox', 'rm', '--all', '--yes']);
  });

  it.each([
    { of: 'a missing file', args: ['cp', 'ID:no/file', 'out'], code: 'file_not_found', parts: ['no/file', 'ls -la'] },
    {
      of: 'a missing folder',
      args: ['exec', 'ID', '--cwd', 'no', '--', 'true'],
      code: 'file_not_found',
      parts: ['at no.'],
    },
    {
      of: 'a path through a file',
      args: ['cp', 'file', 'ID:in/x'],
      code: 'wrong_file_type',
      parts: ['in/x', 'ls -la'],
    },
    {
      of: 'a file at the path of a folder',
      args: ['cp', 'folder', 'ID:in'],
      code: 'wrong_file_type',
      parts: ['in in'],
    },
    {
      of: 'a path through a link',
      args: ['cp', 'ID:link/a', 'out'],
      code: 'path_is_link',
      parts: ['link/a', 'ls -la'],
    },
    { of: 'a closed file', args: ['cp', 'ID:closed', 'out'], code: 'file_not_accessible', parts: ['closed', 'chmod'] },
    { of: 'a full disk', args: ['cp', 'large', 'ID:large'], code: 'sandbox_disk_full', parts: ['large', '--disk'] },
  ])('says what to do about $of', async ({ args, code, parts }) => {
    const argv = ['sandbox', ...args.map((text) => text.replace('ID', id))];
    const { stderr } = await command.run([...argv.slice(0, 2), '--json', ...argv.slice(2)]);
    const { error } = JSON.parse(stderr);
    expect(error.code).toBe(code);
    for (const part of [id, ...parts]) expect(error.message).toContain(part);
    expect(error.message).not.toMatch(/GET|POST/);
  });

  it('says what to do about a paused sandbox, and one that does not exist', async () => {
    const paused = await create();
    await user.client.call(pauseSandbox, { params: { id: paused } });
    const unknown = `sbx${'a'.repeat(26)}`;
    for (const args of [
      ['exec', paused, '--', 'true'],
      ['cp', `${paused}:in`, 'out'],
    ]) {
      const { exitCode, stderr } = await command.run(['sandbox', ...args]);
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 65,
        stderr: expect.stringContaining(`${paused} is paused`),
      });
    }
    for (const args of [
      ['sandbox', 'exec', unknown, '--', 'true'],
      ['sandbox', 'rm', unknown],
      ['repl', '--sandbox', unknown],
    ])
      expect((await command.run(args)).stderr).toContain('List yours with: strongroom sandbox ls');
  });
});
