import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { Strongroom, StrongroomError } from '../../../clients/typescript/src/index.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server that answers as a daemon can, but rarely does. */
async function serve(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<string> {
  const server = createServer((request, response) => answer(response, request));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function refuse(response: ServerResponse, status: number, retryAfter: string): void {
  const error = { code: 'queue_full', message: 'The queue is full.', requestId: 'req_1' };
  response.writeHead(status, { 'retry-after': retryAfter, 'content-type': 'application/json' });
  response.end(JSON.stringify({ error }));
}

describe('an error of the daemon', () => {
  it('has its code, its status, its request id and the invalid fields', async () => {
    const { apiKey } = await daemon().newUser();
    const client = new Strongroom({ url: daemon().url, apiKey });
    const refused = client.secrets.set('1 bad name', '');
    await expect(refused).rejects.toBeInstanceOf(StrongroomError);
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_request',
      status: 400,
      requestId: expect.stringMatching(/^req_/),
      details: [expect.objectContaining({ path: 'name' }), expect.objectContaining({ path: 'value' })],
    });
  });

  it('is unauthorized for a wrong key, which no text repeats', async () => {
    const apiKey = 'srk_wrong_key_that_stays_secret';
    const client = new Strongroom({ url: daemon().url, apiKey });
    const error = await client.run({ language: 'python', code: '' }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(inspect([error, client], { depth: 10, showHidden: true })).not.toContain(apiKey);
  });

  it('has the time of Retry-After', async () => {
    const client = new Strongroom({ url: daemon().url });
    const body = { email: 'none@example.com', password: 'a wrong password' };
    const errors: unknown[] = [];
    for (let count = 0; count < 6; count++)
      errors.push(await client.request('POST /api/v1/auth/login', { body }).catch((error: unknown) => error));
    expect(errors[0]).toMatchObject({ code: 'invalid_credentials', retryAfterMs: undefined });
    expect(errors.at(-1)).toMatchObject({ code: 'rate_limited', status: 429, retryAfterMs: expect.any(Number) });
  });
});

describe('a call that is refused with a time to wait', () => {
  it('is repeated if that is safe, and then succeeds', async () => {
    let calls = 0;
    const url = await serve((response) => {
      if (++calls < 3) refuse(response, calls === 1 ? 429 : 503, '0');
      else response.end('{"secrets":[]}');
    });
    expect(await new Strongroom({ url, apiKey: 'key' }).secrets.list()).toEqual([]);
    expect(calls).toBe(3);
  });

  const list = (client: Strongroom) => client.secrets.list();
  it.each([
    { what: 'a run', call: (client: Strongroom) => client.run({ language: 'bash', code: '' }) },
    { what: 'a call without retries', call: (client: Strongroom) => client.secrets.list({ retries: 0 }) },
    { what: 'a client without retries', call: list, retries: 0 },
    { what: 'a long time to wait', call: list, retryAfter: '3600' },
  ])('is not repeated: $what', async ({ call, retries, retryAfter = '0' }) => {
    let calls = 0;
    const url = await serve((response) => {
      calls++;
      refuse(response, 429, retryAfter);
    });
    const retryAfterMs = Number(retryAfter) * 1000;
    await expect(call(new Strongroom({ url, apiKey: 'key', retries }))).rejects.toMatchObject({
      ...{ code: 'queue_full', status: 429, retryAfterMs, requestId: 'req_1' },
    });
    expect(calls).toBe(1);
  });
});

describe('a client', () => {
  it.each([
    [{ url: 'not an address' }],
    [{ url: 'http://name:hidden@127.0.0.1' }],
    [{ url: 'http://example.com' }],
    [{ apiKey: 'hidden\nkey' }],
  ])('refuses the options %j without repeating them', (options) => {
    const create = () => new Strongroom(options);
    expect(create).toThrow(StrongroomError);
    expect(create).not.toThrow('hidden');
  });

  it('refuses a name that would change the path of the operation', async () => {
    const client = new Strongroom({ url: daemon().url, apiKey: 'key' });
    for (const name of ['', '.', '..'])
      await expect(client.secrets.delete(name)).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(client.executions.file('run_1', 'a/../b')).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it('follows no redirection', async () => {
    const seen: unknown[] = [];
    const other = await serve((response, { headers }) => {
      seen.push(headers);
      response.end('{}');
    });
    const url = await serve((response) => response.writeHead(307, { location: other }).end());
    await expect(new Strongroom({ url, apiKey: 'key' }).health()).rejects.toMatchObject({ code: 'connection_failed' });
    expect(seen).toEqual([]);
  });

  it('reports an answer that takes longer than its time limit', async () => {
    const url = await serve(() => undefined);
    await expect(new Strongroom({ url, timeoutMs: 50 }).health()).rejects.toMatchObject({ code: 'timeout' });
  });

  it.each([
    { status: 200, text: '<p>hello' },
    { status: 502, text: '<p>Bad gateway' },
  ])('reports a page with status $status as an answer of another program', async ({ status, text }) => {
    const url = await serve((response) => response.writeHead(status, { 'content-type': 'text/html' }).end(text));
    const client = new Strongroom({ url });
    await expect(client.health()).rejects.toMatchObject({ code: 'unexpected_answer' });
    await expect(client.run({ language: 'bash', code: '' })).rejects.toMatchObject({ code: 'unexpected_answer' });
  });
});
