/** A key that the daemon does not accept: the message names where the key was found. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { type CommandOptions, commandIn, commandWithDaemon } from '../command.ts';

const fixture = commandWithDaemon();

async function whoami(options: CommandOptions) {
  const command = commandIn(fixture.folder, fixture.daemon().config.dataDir);
  const { exitCode, stdout, stderr } = await command.run(['whoami', '--json'], options);
  return { exitCode, stdout, error: JSON.parse(stderr).error };
}

describe('a wrong key in STRONGROOM_API_KEY', () => {
  it('that was revoked is 77, and the message names the variable and not the login', async () => {
    const { user } = await fixture.forNewUser();
    const body = { name: 'short-lived', scopes: ['execute' as const] };
    const { apiKey } = await user.client.call(createApiKey, { body });
    await user.client.call(revokeApiKey, { params: { id: apiKey.split('_')[1] ?? '' } });
    const { exitCode, stdout, error } = await whoami({ env: { STRONGROOM_API_KEY: apiKey } });
    expect({ exitCode, stdout }).toEqual({ exitCode: 77, stdout: '' });
    expect(error).toMatchObject({ code: 'unauthorized', requestId: expect.stringMatching(/^req_/) });
    expect(error.message).toMatch(
      /^The daemon does not accept the key in STRONGROOM_API_KEY: it was revoked, has expired/,
    );
    expect(error.message).not.toContain('strongroom login');
    expect(error.message).not.toContain(apiKey);
  });

  it.each([
    ['of another form', 'srk_a_b', 'does not have the form of an API key (srk_…)'],
    ['with a space', 'two words', 'is not an API key of Strongroom'],
  ])('%s is 77 and named', async (_, apiKey, part) => {
    const { exitCode, error } = await whoami({ env: { STRONGROOM_API_KEY: apiKey } });
    expect(exitCode).toBe(77);
    expect(error.message).toContain('the key in STRONGROOM_API_KEY');
    expect(error.message).toContain(part);
  });
});

it('a wrong key in the file of login is 77, and the message has the path and the next step', async () => {
  const command = commandIn(fixture.folder, fixture.daemon().config.dataDir);
  await command.run(['login', '--register', '--email', 'wrong-key@example.com'], { input: 'a good password 123\n' });
  const folder = join(fixture.folder, 'config', 'strongroom');
  mkdirSync(folder, { recursive: true });
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.key'));
  const path = join(folder, name);
  writeFileSync(path, `srk_${'a'.repeat(17)}_${'b'.repeat(49)}\n`, { mode: 0o600 });
  const { exitCode, error } = await whoami({});
  expect(exitCode).toBe(77);
  expect(error.message).toBe(
    `The daemon does not accept the key in ${path}: it was revoked, has expired, or belongs to other data. Run "strongroom login".`,
  );
});
