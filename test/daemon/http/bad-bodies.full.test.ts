/** Invalid bodies, headers and queries: the listed code, every invalid field named, and the daemon continues. */
import { afterAll, describe, expect, it } from 'vitest';
import { jsonLimits } from '../../../src-daemon/http/requests/read-json-body.ts';
import { login, register, verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { requestLimits } from '../../../src-shared/contracts/execute-request.ts';
import { execute, listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { handshake } from '../../../src-shared/contracts/service.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import type { EndpointSpec } from '../../../src-shared/endpoint.ts';
import { readRefusal } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { sendBytes } from '../../support/network/raw-socket.ts';
import { fc } from '../../support/random.ts';

const daemon = testDaemonOfFile();
const mebibyte = 1024 * 1024;
const good = { language: 'bash', code: 'true' };

let shared: TestUser | undefined;
const user = async (): Promise<TestUser> => {
  shared ??= await daemon().newUser();
  return shared;
};

const refuse = async (spec: EndpointSpec, body: unknown) => (await user()).client.refusal(spec, { body });

/** Sends the body to execute unchanged. */
async function post(body: string | Uint8Array, headers: Record<string, string> = {}) {
  const { client } = await user();
  return readRefusal(await client.send({ method: 'POST', path: execute.path, body, headers }));
}

async function requestHead(): Promise<string> {
  const { apiKey } = await user();
  const lines = [`POST ${execute.path} HTTP/1.1`, `Host: 127.0.0.1:${daemon().port}`, `x-api-key: ${apiKey}`];
  return `${[...lines, 'Content-Type: application/json'].join('\r\n')}\r\n`;
}

afterAll(async () => {
  const { client } = await user();
  expect((await client.call(listExecutions)).executions, 'nothing half-written').toEqual([]);
  expect((await client.answer(verify)).status, 'the next request works').toBe(200);
});

describe('a body', () => {
  it('that is no JSON is a 400', async () => {
    for (const body of ['', '{', '{"language":"bash",}', 'language=bash', "{'a':1}", '\0', '{"a":1}{"b":2}', 'NaN'])
      expect(await post(body), body).toMatchObject({ code: 'invalid_request' });
  });

  it('that is no object is a 400', async () => {
    for (const body of ['null', '[]', '"text"', '1', 'true', `[${JSON.stringify(good)}]`])
      expect(await post(body), body).toMatchObject({ code: 'invalid_request' });
  });

  it('that is no UTF-8 is a 400', async () => {
    const [head, tail] = [Buffer.from('{"language":"bash","code":"'), Buffer.from('"}')];
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf4, 0x90, 0x80, 0x80]])
      expect(await post(Buffer.concat([head, Buffer.from(bytes), tail]))).toMatchObject({ code: 'invalid_request' });
    expect(await post(Buffer.from(JSON.stringify(good), 'utf16le'))).toMatchObject({ code: 'invalid_request' });
  });

  it('with a lone surrogate is a 400 that names the field', async () => {
    const bodies = {
      code: '{"language":"bash","code":"\\ud800"}',
      stdin: '{"language":"bash","code":"","stdin":"a\\udfff"}',
      'args[0]': '{"language":"bash","code":"","args":["\\ud800"]}',
      'env.A': '{"language":"bash","code":"","env":{"A":"\\udc00"}}',
      'files[0].path': '{"language":"bash","code":"","files":[{"path":"\\ud800","content":""}]}',
      'files[0].content': '{"language":"bash","code":"","files":[{"path":"a","content":"\\ud800"}]}',
    };
    for (const [path, body] of Object.entries(bodies)) expect((await post(body)).details).toMatchObject([{ path }]);
  });

  it('that is nested beyond all reason is a 400', async () => {
    for (const depth of [10_000, 1_000_000])
      expect(await post('['.repeat(depth) + ']'.repeat(depth))).toMatchObject({ code: 'invalid_request' });
    expect(await post(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toMatchObject({ code: 'invalid_request' });
  });

  it('of another content type is a 415', async () => {
    const body = JSON.stringify(good);
    const foreign = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
    for (const type of [...foreign, 'application/jsonp', 'application/json; charset=latin1', ''])
      expect(await post(body, { 'content-type': type }), type).toMatchObject({ code: 'unsupported_media_type' });
    expect(await post(body, { 'content-encoding': 'gzip' })).toMatchObject({ code: 'unsupported_media_type' });
  });

  it('of 16 MiB is read and of one byte more is a 413, announced or not', async () => {
    const frame = '{"language":"bash","code":"","x":""}';
    const fill = (size: number) => frame.replace('"x":""', `"x":"${'x'.repeat(size - frame.length)}"`);
    const over = fill(requestLimits.bodyBytes + 1);
    const far = fill(3 * requestLimits.bodyBytes);
    expect(await post(fill(requestLimits.bodyBytes))).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'x' }],
    });
    expect(await post(over)).toMatchObject({ code: 'too_large' });
    for (const body of [over, far]) {
      const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      const head = `${await requestHead()}Transfer-Encoding: chunked\r\n\r\n`;
      expect(await sendBytes(daemon().port, head + chunk)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"too_large"/);
    }
    const announced = `${await requestHead()}Content-Length: 99999999999\r\n\r\n{`;
    expect(await sendBytes(daemon().port, announced)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('of more than 64 KiB is refused where no credential is needed, without being read', async () => {
    const { port } = daemon();
    const open = [register, login, handshake];
    for (const { path } of open) {
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`;
      const body = `{"x":"${'x'.repeat(requestLimits.openBodyBytes)}"}`;
      const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      expect(await sendBytes(port, chunked), path).toMatch(/^HTTP\/1\.1 413 /);
    }
    const head = `POST ${register.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`;
    const announced = `${head}Content-Length: ${requestLimits.openBodyBytes + 1}\r\n\r\n{`;
    expect(await sendBytes(port, announced)).toMatch(/^HTTP\/1\.1 413 [\s\S]*64 KiB/);
    const largest = `{"x":"${'x'.repeat(requestLimits.openBodyBytes - 8)}"}`;
    const { code } = readRefusal(
      await (await user()).client.send({ method: 'POST', path: register.path, body: largest }),
    );
    expect(code).toBe('invalid_request');
  });

  it('of a client without a valid credential is refused before it is read', async () => {
    const { port } = daemon();
    const head = `POST ${execute.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nx-api-key: srk_wrong\r\n`;
    const begun = `${head}Content-Type: application/json\r\nContent-Length: ${requestLimits.bodyBytes}\r\n\r\n{`;
    expect(await sendBytes(port, begun)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('of more values than a request needs is refused without being parsed', async () => {
    const many = { keys: ['', '"k":0,'], arrays: ['', '"k":[],'], elements: ['"files":[', '{},'] };
    for (const [name, [start = '', part = '']] of Object.entries(many)) {
      // The rest is no JSON: a parser would have reported that.
      const refusal = await post(`{${start}${part.repeat(jsonLimits.values)} no JSON`);
      expect(refusal, name).toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('10,000 values'),
      });
    }
    const commas = JSON.stringify({ ...good, code: '",[{\\"'.repeat(jsonLimits.values), x: 1 });
    expect(await post(commas), 'text is not counted').toMatchObject({ details: [{ path: 'x' }] });
  });

  it('whose every field is wrong is answered with the first 50', async () => {
    const keys = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`k${index}`, 0]));
    expect((await post(JSON.stringify({ ...good, ...keys }))).details).toHaveLength(50);
    const files = Array.from({ length: 4000 }, () => ({}));
    expect((await post(JSON.stringify({ ...good, files }))).details?.length).toBeLessThanOrEqual(50);
  });

  it('with a path of a megabyte is refused by the length of the path', async () => {
    for (const path of ['/'.repeat(mebibyte), 'a/'.repeat(mebibyte / 2)]) {
      const { details } = await post(JSON.stringify({ ...good, files: [{ path, content: '' }] }));
      expect(details).toEqual([{ path: 'files[0].path', message: expect.stringContaining('4,096 bytes') }]);
    }
  });

  it('with a wrong length affects only its sender', async () => {
    const { port } = daemon();
    const head = await requestHead();
    const body = JSON.stringify(good);
    const short = await sendBytes(port, `${head}Content-Length: 500\r\n\r\n${body}`, { end: true });
    expect(short).not.toMatch(/^HTTP\/1\.1 [25]/);
    const long = await sendBytes(port, `${head}Content-Length: 5\r\n\r\n${body}`, { end: true });
    expect(long).toMatch(/^HTTP\/1\.1 400 /);
    for (const lie of ['-1', 'ten', '1e3', '0x10', '5, 6'])
      expect(await sendBytes(port, `${head}Content-Length: ${lie}\r\n\r\n{}`, { end: true })).toMatch(
        /^HTTP\/1\.1 400 /,
      );
    const both = `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
    expect(await sendBytes(port, both, { end: true })).toMatch(/^HTTP\/1\.1 400 /);
    expect(await daemon().readLog()).not.toContain('"level":50');
  });
});

describe('fields', () => {
  it('that are unknown are each named', async () => {
    const refusal = await refuse(execute, { ...good, cdoe: 1, extra: { a: 1 } });
    expect(refusal.details.map(({ path }) => path)).toEqual(['cdoe', 'extra']);
    expect(refusal.message).toContain('cdoe');
    const nested = await refuse(execute, { ...good, files: [{ path: 'a', content: '', mode: 7 }] });
    expect(nested.details).toMatchObject([{ path: 'files[0].mode' }]);
    const { details } = await post('{"language":"bash","code":"","__proto__":{"admin":true},"constructor":1}');
    expect(details.map(({ path }) => path)).toEqual(['__proto__', 'constructor']);
  });

  it('that are invalid are all reported at once', async () => {
    const { details } = await refuse(execute, { language: 1, code: null, timeoutMs: 'soon', memoryMb: 1.5 });
    expect(details.map(({ path }) => path).toSorted()).toEqual(['code', 'language', 'memoryMb', 'timeoutMs']);
  });

  it('are reported up to fifty, however many are invalid', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, number) => [`x${number}`, number]));
    expect((await refuse(execute, { ...good, ...many })).details).toHaveLength(50);
  });

  it('in a query are refused when unknown, repeated or out of range', async () => {
    const { client } = await user();
    for (const path of [
      '/api/v1/executions?limti=1',
      '/api/v1/executions?limit=1&limit=2',
      '/api/v1/executions?before=0',
      '/api/v1/executions?before=99999999999999999999',
      '/api/v1/audit-log?from=yesterday',
      '/api/v1/audit-log?action=',
      '/api/v1/health?x=1',
      '/api/v1/executions/%E0%A4%A',
    ])
      expect(readRefusal(await client.send({ path })), path).toMatchObject({ code: 'invalid_request' });
  });
});

describe('any JSON at all', () => {
  it('is answered with an error of the catalog by every operation that takes a body', async () => {
    const { client } = await user();
    const spec = fc.constantFrom<EndpointSpec>(register, handshake, execute, updateSettings);
    await fc.assert(
      fc.asyncProperty(spec, fc.json({ maxDepth: 3 }), async ({ method, path }, body) => {
        const answer = await client.send({ method, path, body });
        if (path === updateSettings.path && answer.status === 200) return JSON.stringify(JSON.parse(body)) === '{}';
        return readRefusal(answer).status < 500;
      }),
      { numRuns: 150 },
    );
  });
});
