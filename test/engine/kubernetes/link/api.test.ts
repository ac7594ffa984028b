/** Requests to an API server: access, limits and errors. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type ClusterApi, createClusterApi } from '../../../../src-daemon/engine/kubernetes/link/api.ts';
import type { Cluster } from '../../../../src-daemon/engine/kubernetes/link/cluster.ts';
import { createRateLimit } from '../../../../src-daemon/engine/kubernetes/link/rate-limit.ts';
import { type ApiServer, clusterOf, startApiServer } from '../../../support/kubernetes/api-server.ts';
import { makeCertificate } from '../../../support/network/certificate.ts';

const path = ['api', 'v1', 'namespaces', 'sandboxes', 'pods'];
const list = { method: 'GET', path } as const;
const AnyList = z.object({ kind: z.literal('PodList') });

let server: ApiServer;
let api: ClusterApi;

beforeEach(async () => {
  server = await startApiServer();
  api = createClusterApi(clusterOf(server));
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  api.close();
  await server.stop();
});

/** Uses a cluster with changed settings. */
function useCluster(changes: Partial<Cluster>): void {
  api.close();
  api = createClusterApi(clusterOf(server, changes));
}

describe('access', () => {
  test('is by a bearer token, over a connection that is used again', async () => {
    for (let index = 0; index < 3; index++) await api.call(list, AnyList);
    expect(server.requests).toEqual(Array(3).fill('GET /api/v1/namespaces/sandboxes/pods'));
    expect([api.requestCount, server.connectionCount()]).toEqual([3, 1]);
  });

  test('is by a client certificate', async () => {
    const { authority, cert, key } = makeCertificate('client');
    await server.stop();
    server = await startApiServer({ clientAuthority: authority });
    const ca = Buffer.from(server.authority);
    const authorization = { current: async () => undefined, forget: () => {} };
    useCluster({ tls: { ca, cert: Buffer.from(cert), key: Buffer.from(key) }, authorization });
    expect(await api.call(list, AnyList)).toEqual({ kind: 'PodList' });
    useCluster({ tls: { ca }, authorization });
    await expect(api.call(list, AnyList)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test.each([
    ['of an unknown authority', () => ({ tls: {} }), 'DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['for another name', () => ({ tls: { ca: Buffer.from(server.authority), servername: 'other' } }), 'ERR_TLS_CERT_'],
  ])('is refused to a server with a certificate %s, and no token is sent', async (_name, changes, code) => {
    useCluster(changes());
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const message = expect.stringMatching(new RegExp(`failed \\((${code})`));
    await expect(api.call(list, AnyList)).rejects.toMatchObject({ kind: 'unavailable', message });
    expect(server.requests).toEqual([]);
  });

  test('with a refused token obtains another one for the next request', async () => {
    const tokens = ['old', server.token];
    const forget = vi.fn(() => void tokens.shift());
    useCluster({ authorization: { current: async () => `Bearer ${tokens[0]}`, forget } });
    await expect(api.call(list, AnyList)).rejects.toMatchObject({ kind: 'unauthorized', status: 401 });
    expect(await api.call(list, AnyList)).toEqual({ kind: 'PodList' });
    expect(forget).toHaveBeenCalledOnce();
  });

  test('is below the path of the address, and names are escaped', async () => {
    useCluster({ server: new URL(`${server.url}/clusters/one/`) });
    await expect(api.call({ ...list, path: ['a/b', '?'], query: { q: 'a=b,c' } }, AnyList)).rejects.toThrow();
    expect(server.requests).toEqual(['GET /clusters/one/a%2Fb/%3F?q=a%3Db%2Cc']);
  });
});

describe('an answer', () => {
  test.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [410, 'gone'],
    [422, 'invalid'],
    [500, 'unavailable'],
    [302, 'unavailable'],
  ])('with status %i is the error %s', async (status, kind) => {
    server.plant({ status, headers: { location: `${server.url}/elsewhere` }, body: '{"message":"why\\u0007"}' });
    const message = `the API server answered ${status}: why?`;
    await expect(api.call(list, AnyList)).rejects.toMatchObject({ name: 'ApiError', kind, status, message });
    expect(server.requests).toHaveLength(1);
  });

  test('says that a quota is exceeded', async () => {
    server.plant({ status: 403, body: '{"message":"pods \\"a\\" is forbidden: exceeded quota: pods"}' });
    await expect(api.call(list, AnyList)).rejects.toMatchObject({ kind: 'quota' });
  });

  test.each([
    ['7', 7000],
    ['999999', 300_000],
    ['-1', undefined],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])('asks to wait: Retry-After %s', async (header, retryAfterMs) => {
    server.plant({ status: 429, headers: { 'retry-after': header } });
    await expect(api.call(list, AnyList)).rejects.toMatchObject({ kind: 'too_many', retryAfterMs });
  });

  test('that repeats the token is an error without it', async () => {
    server.plant({ status: 400, body: JSON.stringify({ message: `no ${server.token}`.padEnd(10_000, '.') }) });
    const error: Error = await api.call(list, AnyList).then(String, (reason) => reason);
    expect(error.message).toMatch(/^the API server answered 400: no \[token\]\.{200,300}$/);
  });

  test.each([
    ['of 4 MiB and more', JSON.stringify({ kind: 'PodList', pad: 'x'.repeat(4 << 20) }), 'is too large'],
    ['without JSON', '<html>', 'not the JSON of its API'],
    ['of another kind', '{"kind":"Table"}', 'not the JSON of its API'],
  ])('%s is refused', async (_name, body, message) => {
    server.plant({ status: 200, body });
    const expected = { kind: 'bad_answer', message: expect.stringContaining(message) };
    await expect(api.call(list, AnyList)).rejects.toMatchObject(expected);
  });

  test('that does not come in time, or is cut, is an error', async () => {
    server.plant('silence', { status: 200, headers: { 'content-length': '100' }, body: 'short' });
    const late = api.call({ ...list, limitMs: 50 }, AnyList);
    await expect(late).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('in 50 ms') });
    await expect(api.call({ ...list, limitMs: 50 }, AnyList)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('is no longer waited for when the signal aborts', async () => {
    server.plant('silence');
    const abort = new AbortController();
    const call = api.call({ ...list, signal: abort.signal }, AnyList);
    await expect.poll(() => server.requests.length).toBe(1);
    abort.abort(new Error('no longer needed'));
    await expect(call).rejects.toThrow('no longer needed');
  });

  test('of a server that does not exist is an error', async () => {
    await server.stop();
    const message = 'the connection to the API server failed (ECONNREFUSED)';
    await expect(api.call(list, AnyList)).rejects.toMatchObject({ kind: 'unavailable', message });
    server = await startApiServer();
  });
});

describe('the rate limit', () => {
  test('lets a burst pass, then one request after each interval, in their order', async () => {
    vi.useFakeTimers();
    const limit = createRateLimit({ perSecond: 50, burst: 100 });
    const passed: number[] = [];
    for (let index = 0; index < 103; index++) void limit.take().then(() => passed.push(index));
    const counts: number[] = [];
    for (const ms of [0, 19, 1, 20, 19, 1]) {
      await vi.advanceTimersByTimeAsync(ms);
      counts.push(passed.length);
    }
    expect(counts).toEqual([100, 100, 101, 102, 102, 103]);
    expect(passed).toEqual(Array.from({ length: 103 }, (_, index) => index));
    await vi.advanceTimersByTimeAsync(500);
    for (let index = 0; index < 30; index++) void limit.take().then(() => passed.push(index));
    await vi.advanceTimersByTimeAsync(0);
    expect(passed).toHaveLength(103 + 25);
  });

  test('ends a wait when the signal aborts', async () => {
    const limit = createRateLimit({ perSecond: 0.001, burst: 1 });
    await limit.take();
    const abort = new AbortController();
    const waiting = limit.take(abort.signal);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('counts each request of an API server', async () => {
    api.close();
    api = createClusterApi(clusterOf(server), { perSecond: 0.001, burst: 2 });
    await api.call(list, AnyList);
    await api.call(list, AnyList);
    const abort = new AbortController();
    const third = api.call({ ...list, signal: abort.signal }, AnyList);
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort(new Error('waited'));
    await expect(third).rejects.toThrow('waited');
    expect([server.requests.length, api.requestCount]).toEqual([2, 2]);
  });
});
