/** The document proved by use: linted, turned into a client by other people's tools, compiled, and used. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { send } from '../../support/network/http-send.ts';

const daemon = testDaemonOfFile();
const root = join(import.meta.dirname, '../../..');
const bin = join(root, 'node_modules/.bin');
const node = join(bin, 'node');

/** A whole session by someone who has only the document. */
const session = `
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

const api = createClient<paths>({ baseUrl: process.argv[2] ?? '' });
const credentials = { email: 'generated@example.com', password: 'a long enough password' };
const { data: registration } = await api.POST('/api/register', { body: credentials });
if (registration === undefined) throw new Error('not registered');
api.use({
  onRequest({ request }) {
    request.headers.set('x-api-key', registration.apiKey);
    return request;
  },
});
const { data: secret } = await api.PUT('/api/v1/secrets/{name}', {
  params: { path: { name: 'TOKEN' } },
  body: { value: 'value-of-the-token' },
});
const { data: run } = await api.POST('/api/v1/execute', {
  body: { language: 'python', code: 'import os; print(len(os.environ["TOKEN"]))' },
});
const { data: page } = await api.GET('/api/v1/executions', { params: { query: { limit: 5 } } });
const { error } = await api.POST('/api/v1/execute', { body: { language: 'cobol', code: '' } });
const { data: log } = await api.GET('/api/v1/audit-log', {});
const exitCode: number | null | undefined = run?.exitCode;
console.log(
  JSON.stringify({
    version: secret?.version,
    exitCode,
    stdout: run?.stdout,
    runs: page?.executions.length,
    code: error?.error.code,
    actions: log?.logs.map((entry) => entry.action),
  }),
);
`;

let folder = '';
beforeAll(async () => {
  // Within the checkout, where the client's package is found, in a folder that git ignores.
  const parent = join(root, 'out');
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, 'generated-client-'));
  const { text } = await send(daemon().url, { path: '/api/v1/openapi.json' });
  writeFileSync(join(folder, 'openapi.json'), text);
  writeFileSync(join(folder, 'session.ts'), session);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tool = (name: string, ...args: string[]) =>
  execa(node, [join(bin, name), ...args], { cwd: folder, reject: false, env: { REDOCLY_TELEMETRY: 'off' } });

describe('the OpenAPI document', () => {
  it('has nothing that redocly warns of', async () => {
    const { stdout } = await tool('redocly', 'lint', 'openapi.json', '--format', 'json');
    const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    expect(problems.map(({ ruleId, message }: { ruleId: string; message: string }) => `${ruleId}: ${message}`)).toEqual(
      [],
    );
  });
});

describeWithEngine('a client that openapi-typescript makes of it', () => {
  // A compiler over 5,000 lines of types, on whatever the machine has left.
  it('compiles strictly, and serves for a whole session', { timeout: 240_000 }, async () => {
    expect(await tool('openapi-typescript', 'openapi.json', '-o', 'api.ts')).toMatchObject({ exitCode: 0 });
    const flags = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    const allowed = ['--allowImportingTsExtensions', '--ignoreConfig'];
    const compiled = await tool('tsc', ...flags, ...types, ...allowed, 'session.ts');
    expect(compiled.stdout).toBe('');
    const { stdout, stderr } = await execa(node, ['session.ts', daemon().url], { cwd: folder, reject: false });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      exitCode: 0,
      stdout: '18\n',
      runs: 1,
      code: 'unknown_language',
      actions: ['code.execute', 'secret.create', 'auth.register'],
    });
  });
});
