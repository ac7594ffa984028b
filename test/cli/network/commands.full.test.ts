/** The commands that set hosts of keys, stored scripts, sandboxes and the account. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { ended, errorReply, started, stubApiOfFile } from './stub-api.ts';

const api = stubApiOfFile();
const usage = (message: string) => ({ exitCode: 64, stdout: '', stderr: expect.stringContaining(message) });
const time = '2026-11-24T12:00:00.000Z';

describe('keys create --network-host', () => {
  it('sends the hosts', async () => {
    const key = { id: 'k', name: 'agent', scopes: ['execute'], secretNames: null, networkHosts: ['api.example.com'] };
    const created = { ...key, createdAt: time, expiresAt: null, lastUsedAt: null, apiKey: 'srk_k_x' };
    api.answer({ 'POST /api/v1/api-keys': () => ({ status: 201, body: created }) });
    const hosts = ['--network-host', 'api.example.com', '--network-host', '*.B.example', '--network-host', '*'];
    expect(await api.run(['keys', 'create', 'agent', '--scopes', 'execute', ...hosts])).toMatchObject({ exitCode: 0 });
    expect(api.bodyOf('POST', '/api/v1/api-keys')).toEqual({
      ...{ name: 'agent', scopes: ['execute'] },
      networkHosts: ['api.example.com', '*.b.example', '*'],
    });
  });

  it('refuses an address', async () => {
    const args = ['keys', 'create', 'agent', '--scopes', 'execute', '--network-host', 'https://a.example'];
    expect(await api.run(args)).toEqual(usage('The host must be'));
  });
});

describe('network', () => {
  let network: object = defaultSettings.network;

  /** Runs `network` with this ceiling and returns the changed one. */
  async function change(ceiling: object[], args: string[], allowed = false) {
    network = { allowed, ceiling, proxy: null };
    api.answer({
      'GET /api/v1/settings': () => ({ body: { ...defaultSettings, network } }),
      'PATCH /api/v1/settings': ({ body }) => ({
        body: { ...defaultSettings, network: { ...network, ...(body as { network: object }).network } },
      }),
    });
    const result = await api.run(['network', ...args]);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    return { stdout: result.stdout, sent: api.bodyOf('PATCH', '/api/v1/settings') };
  }

  it('allow adds hosts, and ports to the entry of the same host and protocol', async () => {
    const { sent, stdout } = await change(
      [{ host: 'a.example', ports: [443] }],
      ['allow', 'a.example:8443', 'b.example', '*.c.example:443/tls', 'db.example:5432/tcp', '*:443'],
    );
    expect(sent).toEqual({
      network: {
        allowed: false,
        ceiling: [
          { host: 'a.example', ports: [443, 8443] },
          { host: 'b.example' },
          { host: '*.c.example', ports: [443], protocols: ['tls'] },
          { host: 'db.example', ports: [5432], protocols: ['tcp'] },
          { host: '*', ports: [443] },
        ],
      },
    });
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'HOST         PORTS     PROTOCOLS',
      'a.example    443 8443  all',
      'b.example    all       all',
    ]);
  });

  it('allow changes nothing that is allowed, and widens an entry without a port', async () => {
    const ceiling = [{ host: 'a.example' }, { host: 'b.example', ports: [443] }];
    const { sent } = await change(ceiling, ['allow', 'a.example:443', 'b.example']);
    expect(sent).toEqual({ network: { allowed: false, ceiling: [{ host: 'a.example' }, { host: 'b.example' }] } });
  });

  it('rm removes a port, an entry, or all entries of a host', async () => {
    const ceiling = [
      { host: 'a.example', ports: [443, 8443] },
      { host: 'b.example', ports: [443] },
      { host: 'b.example', protocols: ['tcp'], ports: [22] },
      { host: 'c.example' },
    ];
    const { sent } = await change(ceiling, ['rm', 'a.example:443', 'b.example']);
    expect(sent).toEqual({
      network: { allowed: false, ceiling: [{ host: 'a.example', ports: [8443] }, { host: 'c.example' }] },
    });
  });

  it('allow --full and rm --full change the setting of the whole network', async () => {
    const full = await change([], ['allow', '--full']);
    expect(full.sent).toEqual({ network: { allowed: true, ceiling: [] } });
    expect(full.stdout).toBe('No host can be allowed.\nRuns can also use the whole network (--network).\n');
  });

  it('rm --full is the opposite', async () => {
    expect((await change([], ['rm', '--full'], true)).sent).toEqual({ network: { allowed: false, ceiling: [] } });
  });

  it.each([
    [['allow'], 'Name a host, such as api.example.com, or --full.'],
    [['allow', 'https://a.example'], 'Enter the host only, without https:// and path.'],
    [['rm', '10.0.0.1'], 'The host must be a name, not an address.'],
    [['rm', 'none.example'], 'There is no entry for none.example. List all entries with: strongroom network ls'],
    [['rm', 'a.example:80'], 'There is no entry for a.example.'],
  ])('refuses %j', async (args, message) => {
    const ceiling = [{ host: 'a.example', ports: [443] }];
    api.answer({
      'GET /api/v1/settings': () => ({ body: { ...defaultSettings, network: { ...network, ceiling } } }),
    });
    expect(await api.run(['network', ...args])).toEqual(usage(message));
  });
});

describe('a stored script', () => {
  const put = ['vault', 'put', 'job'];
  const stored = { name: 'job', language: 'python', description: '', stored: true, zeroKnowledge: true };

  it.each([
    [
      ['--secret-at', 'TOKEN=api.example.com'],
      { network: { allow: [{ host: 'api.example.com', secrets: ['TOKEN'] }] } },
    ],
    [['--no-network'], { network: null }],
    [[], {}],
  ])('is put with %j', async (args, fields) => {
    const path = join(api.folder, 'job.py');
    writeFileSync(path, 'pass');
    api.answer({ 'PUT /api/v1/zk/code/job': () => ({ status: 201, body: stored }) });
    expect(await api.run([...put, path, '-l', 'python', ...args], 'master password')).toMatchObject({ exitCode: 0 });
    const { encryptedPayload: _, ...body } = api.bodyOf('PUT', '/api/v1/zk/code/job') as { encryptedPayload: unknown };
    expect(body).toEqual({ language: 'python', ...fields });
  });

  it('is not put with rules and --no-network', async () => {
    const path = join(api.folder, 'job.py');
    expect(await api.run([...put, path, '--no-network', '--allow', 'a.example'], 'master password')).toEqual(
      usage('--no-network removes the rules'),
    );
  });

  const script = {
    name: 'job',
    language: 'python',
    description: '',
    stored: true,
    zeroKnowledge: true,
    size: 1,
    revision: 1,
    createdAt: time,
    updatedAt: time,
  };

  it('is not put as the first one under a master password of seven characters, and is put next to others', async () => {
    const path = join(api.folder, 'job.py');
    writeFileSync(path, 'pass');
    const routes = (code: object[]) => ({
      'GET /api/v1/zk/code': () => ({ body: { code } }),
      'PUT /api/v1/zk/code/job': () => ({ status: 201, body: stored }),
    });
    api.answer(routes([]));
    expect(await api.run([...put, path, '-l', 'python'], '1234567')).toEqual(usage('must have at least 8 characters'));
    expect(api.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
    api.answer(routes([script]));
    expect(await api.run([...put, path, '-l', 'python'], '1234567')).toMatchObject({ exitCode: 0 });
  });

  it('is listed with its rules', async () => {
    const allow = [
      { host: 'api.example.com', methods: ['GET'], secrets: ['TOKEN'] },
      { host: 'db.example.com', ports: [5432], protocol: 'tcp' },
    ];
    api.answer({
      'GET /api/v1/zk/code': () => ({
        body: { code: [{ ...script, network: { allow, onBlocked: 'ask' } }] },
      }),
    });
    expect((await api.run(['vault', 'ls'])).stdout).toContain(
      'api.example.com (GET; TOKEN), db.example.com:5432/tcp; asks about others',
    );
  });
});

describe('sandbox create', () => {
  it('sends rules, which it can read from stdin', async () => {
    api.answer({ 'POST /api/v1/sandboxes': () => errorReply(422, 'unknown_secret', 'Refused.') });
    const rules = { allow: [{ host: 'a.example' }] };
    await api.run(['sandbox', 'create', '--network-rules', '-', '--allow', 'b.example'], JSON.stringify(rules));
    expect(api.bodyOf('POST', '/api/v1/sandboxes')).toEqual({
      network: { allow: [{ host: 'a.example' }, { host: 'b.example' }] },
    });
    expect(await api.run(['sandbox', 'create', '--ask'])).toEqual(usage("unknown option '--ask'"));
  });
});

it('vault run sends the rules of its options', async () => {
  api.answer({ 'POST /api/v1/zk/code/job/execute': () => ({ events: [started, ended] }) });
  await api.run(['vault', 'run', '--allow', 'a.example', 'job'], 'master password');
  expect(api.bodyOf('POST', '/api/v1/zk/code/job/execute')).toEqual({
    network: { allow: [{ host: 'a.example' }] },
    masterPassword: 'master password',
    outputEncoding: 'base64',
  });
});
