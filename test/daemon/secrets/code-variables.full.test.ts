/**
 * Names that an interpreter, the loader or a tool takes code from: no new secret has one, and no run gets an old one.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../src-daemon/engine/languages/languages.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { deleteSecret, listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { codeReaderOf, codeVariables } from '../../../src-shared/formats/code-variables.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { connectAgent } from '../mcp/agent.ts';

const daemon = testDaemonOfFile();
const value = 'a value of some length';
const put = (user: TestUser, name: string) => user.client.answer(putSecret, { params: { name }, body: { value } });

/** A user with a secret that is older than the rule. */
async function userWithOld(name: string): Promise<TestUser> {
  const user = await daemon().newUser();
  await put(user, 'OLD');
  daemon().core.database.transaction((db) =>
    db.run("UPDATE secrets SET name = ? WHERE account_id = ? AND name = 'OLD'", [name, user.id]),
  );
  return user;
}

describe('a new secret', () => {
  it('cannot have a name that code is taken from, and the field is named', async () => {
    const user = await daemon().newUser();
    for (const [reader, names] of Object.entries(codeVariables))
      for (const name of names) {
        const refused = await user.client.refusal(putSecret, { params: { name }, body: { value } });
        expect(refused, name).toMatchObject({ code: 'invalid_request', details: [{ path: 'name' }] });
        if (!name.startsWith('LD_')) expect(refused.message).toContain(reader);
      }
    expect((await user.client.call(listSecrets)).secrets).toEqual([]);
  });

  it('can have a name that only looks like one', async () => {
    const user = await daemon().newUser();
    const harmless = ['GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS', 'NODE_AUTH_TOKEN', 'node_options', 'MY_ENV'];
    for (const name of [...harmless, 'GOPRIVATE_TOKEN', 'CARGO_REGISTRY_TOKEN', 'GEM_HOST_API_KEY', 'GIT_TOKEN'])
      expect((await put(user, name)).status, name).toBe(201);
  });
});

describe('a secret of such a name that is there already', () => {
  it('is kept and marked, takes a new value, and can be deleted', async () => {
    const user = await userWithOld('NODE_OPTIONS');
    const [kept] = (await user.client.call(listSecrets)).secrets;
    expect(kept).toMatchObject({ name: 'NODE_OPTIONS', injected: false });
    const replaced = await put(user, 'NODE_OPTIONS');
    expect([replaced.status, replaced.json]).toMatchObject([200, { version: 2, injected: false }]);
    expect((await user.client.answer(deleteSecret, { params: { name: 'NODE_OPTIONS' } })).status).toBe(204);
    expect((await put(user, 'NODE_OPTIONS')).status).toBe(400);
  });

  it('is not suggested to an agent', async () => {
    const user = await userWithOld('NODE_OPTIONS');
    const { client } = await connectAgent(daemon().url, user);
    const { structuredContent } = await client.callTool({ name: 'list_secret_names', arguments: {} });
    expect(structuredContent).toEqual({ secrets: [] });
    await client.close();
  });
});

describeWithEngine('a run', () => {
  it('does not get it, by name or among all, and says so', async () => {
    const user = await userWithOld('BASH_ENV');
    await put(user, 'TOKEN');
    const code = `echo "\${#TOKEN} \${BASH_ENV-unset}"`;
    for (const secrets of ['all', ['TOKEN', 'BASH_ENV']]) {
      const answer = await user.client.call(execute, { body: { language: 'bash', code, secrets } });
      expect(answer).toMatchObject({ stdout: '22 unset\n', notices: [expect.stringContaining('BASH_ENV')] });
    }
    const { secrets } = await user.client.call(listSecrets);
    expect(secrets.map(({ name, lastUsedAt }) => [name, lastUsedAt !== null])).toEqual([
      ['BASH_ENV', false],
      ['TOKEN', true],
    ]);
  });

  it('of an agent says so as well', async () => {
    const user = await userWithOld('BASH_ENV');
    const { client } = await connectAgent(daemon().url, user);
    const run = { language: 'bash', code: 'true', secrets: ['BASH_ENV'] };
    const { structuredContent } = await client.callTool({ name: 'run_code', arguments: run });
    expect(structuredContent).toMatchObject({ notices: [expect.stringContaining('BASH_ENV')] });
    await client.close();
  });

  it('gets such a variable from its own env, and nothing is said', async () => {
    const user = await userWithOld('BASH_ENV');
    const env = { BASH_ENV: '/dev/null' };
    const body = { language: 'bash', code: 'echo "$BASH_ENV"', env };
    const answer = await user.client.call(execute, { body });
    expect(answer).toMatchObject({ stdout: '/dev/null\n' });
    expect(answer.notices).toBeUndefined();
  });
});

describe('the list', () => {
  it('has no name twice, and each one in the documentation', () => {
    const names = Object.values(codeVariables).flat();
    expect(new Set(names).size).toBe(names.length);
    const page = readFileSync('docs/secrets.md', 'utf8');
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('has what each language of the images reads', () => {
    const asked: Record<string, string> = {
      ...{ python: 'PYTHONPATH', javascript: 'NODE_OPTIONS', typescript: 'NODE_OPTIONS', bash: 'BASH_ENV' },
      ...{ ruby: 'RUBYOPT', php: 'PHPRC', perl: 'PERL5OPT', lua: 'LUA_INIT', r: 'R_PROFILE_USER' },
      ...{ c: 'COMPILER_PATH', cpp: 'COMPILER_PATH', go: 'GOFLAGS', rust: 'RUSTFLAGS', java: 'JAVA_TOOL_OPTIONS' },
    };
    for (const { id } of languages) expect(codeReaderOf(asked[id] ?? ''), id).toBeDefined();
  });
});
