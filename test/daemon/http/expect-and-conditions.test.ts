/** Expect, and conditions such as If-None-Match: answered within the contract, with a request id. */
import { describe, expect, it } from 'vitest';
import { login } from '../../../src-shared/contracts/accounts.contract.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { ErrorBody } from '../../../src-shared/error-body.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { openRaw, readAnswers, sendBytes } from '../../support/network/raw-socket.ts';

const daemon = testDaemonOfFile();
const health = '/api/v1/health';
const own = () => `Host: 127.0.0.1:${daemon().port}`;

describe('Expect', () => {
  const body = JSON.stringify({ email: 'unknown@example.com', password: 'not the password' });
  const head = (path: string, expectation: string) => {
    const lines = [`POST ${path} HTTP/1.1`, own(), 'Content-Type: application/json', `Expect: ${expectation}`];
    return `${[...lines, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`;
  };
  const refusalTo = async (bytes: string) => {
    const answers = readAnswers(await sendBytes(daemon().port, bytes));
    const { code, requestId } = ErrorBody.parse(JSON.parse(answers[0]?.body ?? '')).error;
    return {
      statuses: answers.map(({ status }) => status),
      code,
      isNamed: requestId === answers[0]?.headers['x-request-id'],
    };
  };

  it('100-continue invites the body of a request that is read', async () => {
    const socket = openRaw(daemon().port);
    socket.write(head(login.path, '100-Continue'));
    await socket.until('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    const answers = readAnswers(await socket.until('invalid_credentials"'));
    expect(answers.at(-1)?.status).toBe(401);
    socket.destroy();
  });

  it('100-continue of a rejected request gets the error instead of 100 Continue', async () => {
    expect(await refusalTo(head(execute.path, '100-continue'))).toEqual({
      statuses: [401],
      code: 'unauthorized',
      isNamed: true,
    });
  });

  it('100-continue with the body behind it is answered like any', async () => {
    const closing = head(login.path, '100-continue').replace(own(), `${own()}\r\nConnection: close`);
    expect(readAnswers(await sendBytes(daemon().port, closing + body)).at(-1)?.status).toBe(401);
  });

  it('of anything else is a 417', async () => {
    for (const expectation of ['200-ok', '100-continue, more', 'x'])
      expect(await refusalTo(head(login.path, expectation)), expectation).toEqual({
        statuses: [417],
        code: 'expectation_failed',
        isNamed: true,
      });
  });
});

describe('conditions', () => {
  it('are not looked at where an answer is JSON: it is whole, with its request id', async () => {
    for (const headers of [
      { 'if-none-match': '*' },
      { 'if-none-match': '"x"' },
      { 'if-modified-since': 'Fri, 01 Jan 2038 00:00:00 GMT' },
      { range: 'bytes=0-1' },
      { 'if-match': '"x"' },
    ]) {
      const answer = await daemon().client.send({ path: health, headers });
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ version: expect.any(String) });
      expect(answer.headers['x-request-id']).toMatch(/^req_/);
    }
  });

  it('of a static page end in 200 or 304, never in a fault', async () => {
    for (const path of ['/docs', '/docs/swagger-ui.css', '/']) {
      const send = (headers: Record<string, string>) => daemon().client.send({ path, headers });
      const { headers } = await send({});
      const known = headers.etag === undefined ? [] : [{ 'if-none-match': headers.etag }];
      for (const condition of [...known, { 'if-none-match': '*' }]) {
        const answer = await send(condition);
        expect([200, 302, 304], path).toContain(answer.status);
        expect(answer.headers['x-request-id']).toMatch(/^req_/);
      }
      for (const condition of [
        { 'if-match': '"x"' },
        { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
        { range: 'bytes=99999999-' },
      ])
        expect([200, 302], `${path} ${JSON.stringify(condition)}`).toContain((await send(condition)).status);
    }
  });
});
