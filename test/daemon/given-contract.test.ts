/** The customer's interface specification, word for word: no schema of ours is asked what is right. */
import { describe, expect, it } from 'vitest';
import { testDaemonOfFile } from '../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { type Answer, type Sending, send } from '../support/network/http-send.ts';

const daemon = testDaemonOfFile();
const isoMilliseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const account = { email: 'customer@example.com', password: 'a password of some length' };

let registered: { token: string; apiKey: string } | undefined;

async function credentials(): Promise<{ token: string; apiKey: string }> {
  registered ??= (await ask({ method: 'POST', path: '/api/register', body: account })).json as never;
  return registered as { token: string; apiKey: string };
}

const ask = (sending: Sending): Promise<Answer> => send(daemon().url, sending);
const withKey = async () => ({ 'x-api-key': (await credentials()).apiKey });

describe('POST /api/register', () => {
  it('answers 201 with token, apiKey and user {id, email, createdAt}', async () => {
    const body = { email: 'first@example.com', password: 'a password of some length' };
    const { status, json, headers } = await ask({ method: 'POST', path: '/api/register', body });
    expect(status).toBe(201);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(json).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      apiKey: expect.stringMatching(/^srk_/),
      user: { id: expect.any(Number), email: 'first@example.com', createdAt: expect.stringMatching(isoMilliseconds) },
    });
    expect(Number.isInteger((json as { user: { id: number } }).user.id)).toBe(true);
  });
});

describe('both credentials', () => {
  it('serve: the x-api-key header', async () => {
    const answer = await ask({ method: 'POST', path: '/api/v1/auth/verify', headers: await withKey() });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ valid: true, user: { email: account.email }, credential: 'apiKey' });
  });

  it('serve: Authorization: Bearer', async () => {
    const headers = { authorization: `Bearer ${(await credentials()).token}` };
    const answer = await ask({ method: 'POST', path: '/api/v1/auth/verify', headers });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ valid: true, user: { email: account.email }, credential: 'session' });
  });

  it('are needed: without one the answer is 401', async () => {
    for (const [method, path] of protectedOperations) {
      const answer = await ask({ method, path, ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }) });
      expect(answer.status, `${method} ${path}`).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.json).toMatchObject({ error: { code: 'unauthorized', message: expect.any(String) } });
    }
  });
});

describe('GET /api/v1/audit-log', () => {
  it('answers {logs: [AuditEntry]} newest first, in snake case, with the given fields and types', async () => {
    const { status, json } = await ask({ path: '/api/v1/audit-log?limit=10', headers: await withKey() });
    expect(status).toBe(200);
    const { logs } = json as { logs: Record<string, unknown>[] };
    expect(logs.at(-1)).toEqual({
      id: expect.any(Number),
      user_id: expect.any(Number),
      action: 'auth.register',
      resource_type: 'account',
      resource_id: expect.any(String),
      ip_address: '127.0.0.1',
      metadata: {},
      created_at: expect.stringMatching(isoMilliseconds),
    });
  });

  it('takes limit from 1 to 1000 and is 100 without it', async () => {
    const headers = await withKey();
    for (const limit of ['0', '1001', 'ten', '1.5', '-1', '']) {
      expect((await ask({ path: `/api/v1/audit-log?limit=${limit}`, headers })).status, limit).toBe(400);
    }
    const one = (await ask({ path: '/api/v1/audit-log?limit=1', headers })).json as { logs: unknown[] };
    expect(one.logs).toHaveLength(1);
    expect((await ask({ path: '/api/v1/audit-log?limit=1000', headers })).status).toBe(200);
  });
});

describeWithEngine('POST /api/v1/execute', () => {
  it('runs the code and answers what it printed', async () => {
    const body = { language: 'python', code: 'import sys; print(6 * 7); print("no", file=sys.stderr); sys.exit(3)' };
    const { status, json } = await ask({ method: 'POST', path: '/api/v1/execute', headers: await withKey(), body });
    expect(status).toBe(200);
    expect(json).toEqual({
      id: expect.any(String),
      language: 'python',
      status: 'failed',
      stdout: '42\n',
      stderr: 'no\n',
      exitCode: 3,
      signal: null,
      stdoutTruncated: false,
      stderrTruncated: false,
      durationMs: expect.any(Number),
      queuedMs: expect.any(Number),
      startupMs: expect.any(Number),
      memoryPeakBytes: expect.any(Number),
      files: [],
      engine: 'docker',
      place: 'machine',
    });
  });

  it('leaves one code.execute row: resource_type execution, resource_id null, the given metadata', async () => {
    const code = 'console.log("äöü")';
    const headers = await withKey();
    await ask({ method: 'POST', path: '/api/v1/execute', headers, body: { language: 'js', code } });
    const { json } = await ask({ path: '/api/v1/audit-log?limit=1', headers });
    const [row] = (json as { logs: unknown[] }).logs;
    expect(row).toMatchObject({
      action: 'code.execute',
      resource_type: 'execution',
      resource_id: null,
      ip_address: '127.0.0.1',
      metadata: { language: 'javascript', codeLength: code.length, secretsInjected: 0, packages: 0 },
    });
    expect(JSON.stringify(row)).not.toContain('console.log');
  });
});

describe('the paths of the operations', () => {
  it('are served as the specification names them', async () => {
    const headers = await withKey();
    for (const [method, path] of [...protectedOperations, ...openOperations]) {
      const sends = method === 'POST' || method === 'PUT' || method === 'PATCH';
      const answer = await ask({ method, path, headers, ...(sends && { body: { noSuchField: 1 } }) });
      expect(answer.json, `${method} ${path}`).not.toMatchObject({ error: { code: 'not_found' } });
      expect(answer.status, `${method} ${path}`).not.toBe(405);
    }
  });
});

/** The operations table, as far as it is built. */
const protectedOperations = [
  ['POST', '/api/v1/auth/verify'],
  ['POST', '/api/v1/auth/refresh'],
  ['POST', '/api/v1/auth/logout'],
  ['GET', '/api/v1/auth/sessions'],
  ['DELETE', '/api/v1/auth/sessions/x'],
  ['PUT', '/api/v1/auth/password'],
  ['DELETE', '/api/v1/account'],
  ['GET', '/api/v1/api-keys'],
  ['POST', '/api/v1/api-keys'],
  ['DELETE', '/api/v1/api-keys/x'],
  ['POST', '/api/v1/execute'],
  ['GET', '/api/v1/executions'],
  ['GET', '/api/v1/executions/x'],
  ['POST', '/api/v1/executions/x/cancel'],
  ['GET', '/api/v1/executions/x/events'],
  ['GET', '/api/v1/executions/x/files/out/plot.png'],
  ['GET', '/api/v1/languages'],
  ['GET', '/api/v1/audit-log'],
  ['GET', '/api/v1/settings'],
  ['PATCH', '/api/v1/settings'],
  ['POST', '/api/v1/generate'],
  ['GET', '/api/v1/providers'],
  ['PUT', '/api/v1/providers/x'],
  ['DELETE', '/api/v1/providers/x'],
  ['POST', '/api/v1/providers/x/test'],
] as const;
const openOperations = [
  ['POST', '/api/register'],
  ['POST', '/api/v1/auth/login'],
  ['GET', '/api/v1/health'],
  ['GET', '/api/v1'],
  ['GET', '/api/v1/openapi.json'],
  ['POST', '/api/v1/handshake'],
  ['GET', '/docs'],
] as const;
