/** Requests that Node or express would answer: every reply has our error body and a request id. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createHttpServer } from '../../../src-daemon/http/server/create-http-server.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { ErrorBody } from '../../../src-shared/error-body.ts';
import { errorCatalog } from '../../../src-shared/error-catalog.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { type RawAnswer, readAnswers, sendBytes } from '../../support/network/raw-socket.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile();
const health = '/api/v1/health';
const own = () => `Host: 127.0.0.1:${daemon().port}`;
const text = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;

/** All answers to these bytes; the connection is closed after them. */
const answersTo = async (bytes: string) => readAnswers(await sendBytes(daemon().port, bytes, { end: true }));

async function refusalOf(bytes: string): Promise<string> {
  const answers = await answersTo(bytes);
  expect(answers).toHaveLength(1);
  return codeOf(answers[0]);
}

/** Holds a raw answer to the catalog, as `readRefusal` does for others. */
function codeOf(answer: RawAnswer | undefined): string {
  const { code, requestId } = ErrorBody.parse(JSON.parse(answer?.body ?? '')).error;
  expect(answer?.status).toBe(errorCatalog[code].status);
  expect(answer?.headers['x-request-id']).toBe(requestId);
  expect(answer?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  return code;
}

describe('what is no HTTP', () => {
  it.each([
    ['noise', 'nonsense\r\n\r\n'],
    ['an unknown method', 'FROB / HTTP/1.1\r\n\r\n'],
    ['a target that is no path', text('GET evil HTTP/1.1', 'Host: 127.0.0.1')],
    ['a header without a colon', text('GET / HTTP/1.1', 'Host 127.0.0.1')],
    ['a space before the colon', text('GET / HTTP/1.1', 'Host : 127.0.0.1')],
    ['two kinds of length', text('POST / HTTP/1.1', 'Content-Length: 2', 'Transfer-Encoding: chunked')],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('%s is a 400', async (_, bytes) => {
    expect(await refusalOf(bytes)).toBe('invalid_request');
  });

  it('a chunk that is none is a 400, for the request that it is part of', async () => {
    const { apiKey } = await daemon().newUser();
    const lines = [`POST ${execute.path} HTTP/1.1`, own(), `x-api-key: ${apiKey}`, 'Content-Type: application/json'];
    expect(await refusalOf(`${text(...lines, 'Transfer-Encoding: chunked')}zz\r\n`)).toBe('invalid_request');
  });

  it('after a good request leaves that one its answer', async () => {
    const answers = await answersTo(`${text(`GET ${health} HTTP/1.1`, own())}nonsense\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expect(codeOf(answers[1])).toBe('invalid_request');
  });

  it('is in the log with its request id, and with nothing of its text', async () => {
    const [answer] = await answersTo('SENTINEL-of-noise\r\n\r\n');
    const id = answer?.headers['x-request-id'] ?? 'none';
    await until(async () => (await daemon().readLog()).includes(id));
    expect(await daemon().readLog()).not.toContain('SENTINEL-of-noise');
  });
});

describe('headers', () => {
  it('that are too large are a 431', async () => {
    expect(await refusalOf(text(`GET ${health} HTTP/1.1`, own(), `X-Long: ${'x'.repeat(20_000)}`))).toBe(
      'headers_too_large',
    );
  });

  it('without a Host are a 400 in HTTP/1.1, and a 421 in HTTP/1.0', async () => {
    expect(await refusalOf(text(`GET ${health} HTTP/1.1`))).toBe('invalid_request');
    expect(await refusalOf(text(`GET ${health} HTTP/1.0`))).toBe('wrong_host');
  });

  it('with two Hosts are a 400, whichever is ours', async () => {
    for (const hosts of [
      [own(), 'Host: evil'],
      ['Host: evil', own()],
      [own(), own()],
    ])
      expect(await refusalOf(text(`GET ${health} HTTP/1.1`, ...hosts))).toBe('invalid_request');
  });
});

describe('an unusual request', () => {
  it('CONNECT is a 405', async () => {
    const [answer] = await answersTo(text('CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example:443'));
    expect(codeOf(answer)).toBe('method_not_allowed');
    expect(answer?.headers.allow).toContain('GET');
  });

  it('TRACE is refused and repeats nothing', async () => {
    const bytes = text(`TRACE ${health} HTTP/1.1`, own(), 'Cookie: SENTINEL');
    expect((await answersTo(bytes)).map(codeOf)).toEqual(['method_not_allowed']);
    expect(await sendBytes(daemon().port, bytes, { end: true })).not.toContain('SENTINEL');
  });

  it('an upgrade is not taken up; the request is answered', async () => {
    for (const protocol of ['websocket', 'h2c']) {
      const lines = [`GET ${health} HTTP/1.1`, own(), `Connection: Upgrade`, `Upgrade: ${protocol}`];
      expect((await answersTo(text(...lines))).map(({ status }) => status)).toEqual([200]);
    }
  });

  it('HTTP/1.0 and pipelined ones are answered, in their order', async () => {
    expect((await answersTo(text(`GET ${health} HTTP/1.0`, own()))).map(({ status }) => status)).toEqual([200]);
    const two = text(`GET ${health} HTTP/1.1`, own()) + text('GET /none HTTP/1.1', own());
    expect((await answersTo(two)).map(({ status }) => status)).toEqual([200, 404]);
  });
});

describe('a request in absolute form', () => {
  const get = (target: string, host: string) => answersTo(text(`GET ${target} HTTP/1.1`, `Host: ${host}`));

  it('that names another host is a 421, whatever its Host says', async () => {
    const { port } = daemon();
    for (const authority of ['evil', `evil:${port}`, `127.0.0.1:${port + 1}`, '127.0.0.1', `x@127.0.0.1:${port}`, ''])
      for (const scheme of ['http', 'https', 'ftp']) {
        const answers = await get(`${scheme}://${authority}${health}`, `127.0.0.1:${port}`);
        expect(['wrong_host', 'invalid_request'], `${scheme}://${authority}`).toContain(codeOf(answers[0]));
      }
    expect(codeOf((await get(`http://evil${health}`, `127.0.0.1:${port}`))[0])).toBe('wrong_host');
    expect(codeOf((await get(`https://127.0.0.1:${port}${health}`, `127.0.0.1:${port}`))[0])).toBe('wrong_host');
  });

  it('that names ours is served as the same path', async () => {
    const { port } = daemon();
    for (const target of [`http://127.0.0.1:${port}${health}`, `HTTP://localhost:${port}${health}`])
      for (const host of [`127.0.0.1:${port}`, 'evil'])
        expect(
          (await get(target, host)).map(({ status }) => status),
          `${target} ${host}`,
        ).toEqual([200]);
    const [page, plain] = [await get(`http://127.0.0.1:${port}`, 'x'), await get('/', `127.0.0.1:${port}`)];
    expect(page[0]?.status).toBe(plain[0]?.status);
  });

  it('is measured by its own host for what is a foreign origin', async () => {
    const { port } = daemon();
    const lines = [`GET http://127.0.0.1:${port}${health} HTTP/1.1`, 'Host: evil', 'Origin: http://evil'];
    expect(await refusalOf(text(...lines))).toBe('foreign_origin');
  });

  it('of no host is none of ours', async () => {
    expect(await refusalOf(text('OPTIONS * HTTP/1.1', own()))).toBe('not_found');
  });
});

describe('a request that does not arrive', () => {
  it('is a 408 when its time is over', async () => {
    const log = { info: () => undefined };
    const times = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 };
    const server = createHttpServer((_request, response) => response.end(), { log, times });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const socket = connect({ host: '127.0.0.1', port });
    socket.write('GET / HTTP/1.1\r\nHost: ');
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    expect(codeOf(readAnswers(Buffer.concat(chunks).toString())[0])).toBe('request_timeout');
    server.close();
  });
});
