/** Refusals of a network with their exit codes and next commands, and the commands that show connections. */
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { errorReply, reportOf, stubApiOfFile, totalOf } from './stub-api.ts';

const api = stubApiOfFile();
const time = '2026-11-24T12:00:00.000Z';

describe('a refusal', () => {
  const refused = (status: number, code: string) => () => errorReply(status, code, 'Refused.');
  const exec = (...options: string[]) => ['exec', ...options, 'python', 'pass'];
  const create = (...options: string[]) => ['sandbox', 'create', ...options];

  it.each([
    [403, 'network_not_allowed', 77],
    [422, 'secret_not_bound', 65],
    [422, 'secret_proxy_only', 65],
    [503, 'egress_unavailable', 75],
  ])('with %d %s is exit code %d', async (status, code, exitCode) => {
    api.answer({ 'POST /api/v1/execute': refused(status, code), 'POST /api/v1/sandboxes': refused(status, code) });
    for (const command of [exec, create]) {
      const result = await api.run(command('--allow', 'a.example', '--json'));
      expect(result).toMatchObject({ exitCode, stdout: '' });
      expect(JSON.parse(result.stderr)).toMatchObject({ error: { code } });
    }
  });

  it('of a host prints the command that allows exactly what the ceiling does not', async () => {
    const network = { allowed: false, ceiling: [{ host: '*.example', ports: [443] }], proxy: null };
    api.answer({
      'POST /api/v1/execute': refused(403, 'network_not_allowed'),
      'GET /api/v1/settings': () => ({ body: { ...defaultSettings, network } }),
    });
    const rules = ['--allow', 'in.example', '--allow', '*.org', '--allow', 'in.example:8443', '--allow', 'h.org/http'];
    expect((await api.run(exec(...rules, '--allow', 'd.example:22/tcp'))).stderr).toBe(
      "strongroom: Refused. Allow it with: strongroom network allow in.example:8443 h.org/http d.example:22/tcp '*.org:443'\n",
    );
    expect((await api.run(exec('--allow', 'in.example'))).stderr).toContain(
      'it is the API key that does not. Create one with: strongroom keys create … --network-host HOST',
    );
  });

  it('of a host names all rules if the key must not read the settings', async () => {
    api.answer({
      'POST /api/v1/execute': refused(403, 'network_not_allowed'),
      'GET /api/v1/settings': refused(403, 'forbidden'),
    });
    expect((await api.run(exec('--allow', 'a.example'))).stderr).toBe(
      'strongroom: Refused. Allow it with: strongroom network allow a.example:443\n',
    );
    expect((await api.run(exec('--network'))).stderr).toBe(
      'strongroom: Refused. Allow it with: strongroom network allow --full\n',
    );
  });

  it.each([
    ['secret_not_bound', 'strongroom secrets set NAME --host HOST'],
    ['secret_proxy_only', 'Write --secret-at NAME instead of --secret NAME'],
  ])('%s names the next command', async (code, text) => {
    api.answer({ 'POST /api/v1/execute': refused(422, code) });
    expect((await api.run(exec('--secret-at', 'A=a.example'))).stderr).toContain(text);
  });
});

describe('the connections', () => {
  const total = totalOf({
    ...{ rule: 0, connections: 3, blocked: 2, reasons: ['path_not_allowed'], bytesIn: 1200, bytesOut: 300 },
    ...{ methods: { GET: 5, POST: 1 }, statuses: { '2xx': 5, '4xx': 1 }, secrets: ['TOKEN'] },
  });
  const requests = [
    { host: 'api.example.com', port: 443, method: 'GET', path: '/v1/items', status: 200, secrets: ['TOKEN'] },
    { host: 'api.example.com', port: 443, method: 'POST', path: '/v1/\u001b[2J', status: null },
  ];
  const table = [
    'HOST             PORT  RULE      OPENED  REQUESTS      STATUSES     BYTES IN  BYTES OUT  SECRETS  BLOCKED             FAILED',
    'api.example.com  443   allow[0]  3       GET×5 POST×1  2xx×5 4xx×1  1200      300        TOKEN    2 path_not_allowed  -',
    '',
    'METHOD  STATUS  HOST                 SECRETS  PATH',
    'GET     200     api.example.com:443  TOKEN    /v1/items',
    'POST    -       api.example.com:443  -        /v1/␛[2J',
    '',
    '7 more requests were not stored.',
    '',
  ].join('\n');
  const report = { totals: [total], requests, requestsOmitted: 7 };

  it('of a run are two tables', async () => {
    api.answer({ 'GET /api/v1/executions/run_kkkkkkkkkkkkkkkkkkkkkk/network': () => ({ body: report }) });
    expect(await api.run(['runs', 'network', 'run_kkkkkkkkkkkkkkkkkkkkkk'])).toEqual({
      exitCode: 0,
      stdout: table,
      stderr: '',
    });
    expect(JSON.parse((await api.run(['runs', 'network', 'run_kkkkkkkkkkkkkkkkkkkkkk', '--json'])).stdout)).toEqual(
      report,
    );
  });

  it('of a sandbox are the same, by the first characters of its id', async () => {
    const id = `sbx${'a'.repeat(26)}`;
    const sandbox = {
      ...{
        id,
        language: 'python',
        status: 'running',
        memoryMb: 512,
        diskMb: 256,
        network: { allow: [] },
        metadata: {},
      },
      ...{ secretNames: [], packages: 0, idleTimeoutMs: 1, maxLifetimeMs: 1, createdAt: time, expiresAt: time },
      ...{ queuedMs: 0, startupMs: 0, source: 'cli' },
    };
    api.answer({
      'GET /api/v1/sandboxes': () => ({ body: { sandboxes: [sandbox] } }),
      [`GET /api/v1/sandboxes/${id}/network`]: () => ({ body: report }),
    });
    expect((await api.run(['sandbox', 'network', 'sbxa'])).stdout).toBe(table);
  });

  it('of a run without any are one sentence on stderr', async () => {
    api.answer({ 'GET /api/v1/executions/run_kkkkkkkkkkkkkkkkkkkkkk/network': () => ({ body: reportOf() }) });
    expect(await api.run(['runs', 'network', 'run_kkkkkkkkkkkkkkkkkkkkkk'])).toMatchObject({
      ...{ exitCode: 0, stdout: '', stderr: expect.stringContaining('The run had no connections') },
    });
  });

  it('of an unknown run are exit code 65', async () => {
    expect(await api.run(['runs', 'network', 'run_nnnnnnnnnnnnnnnnnnnnnn'])).toMatchObject({ exitCode: 65 });
  });
});
