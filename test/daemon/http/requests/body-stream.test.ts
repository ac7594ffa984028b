/** Bodies of bytes: streamed at the pace of the handler, and never taken for complete if they are not. */
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src-daemon/errors/app-error.ts';
import type { BodyStream } from '../../../../src-daemon/http/requests/body-stream.ts';
import { send } from '../../../support/network/http-send.ts';
import { openRaw, readAnswers } from '../../../support/network/raw-socket.ts';
import { chunksOf, kib, readText, serveStreams, untilStill } from '../../../support/network/serve-streams.ts';
import { until } from '../../../support/until.ts';

/** A handler that notes how its body ended. */
function recordEnd() {
  const ends: string[] = [];
  const begun: BodyStream[] = [];
  const put = async (body: BodyStream) => {
    begun.push(body);
    try {
      const text = await readText(body);
      ends.push('complete');
      return text;
    } catch (error) {
      ends.push(error instanceof AppError ? error.code : String(error));
      throw error;
    }
  };
  return { begun, ends, put };
}

describe('a body of bytes', () => {
  it('of any media type reaches the handler unchanged', async () => {
    const { url } = await serveStreams({});
    for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'no type'])
      expect(
        (await send(url, { method: 'PUT', path: '/file', headers: { 'content-type': type }, body: '{"a":' })).json,
      ).toEqual({ text: '{"a":' });
    expect((await send(url, { method: 'PUT', path: '/file' })).json).toEqual({ text: '' });
    expect((await send(url, { method: 'PUT', path: '/file', body: chunksOf('in ', 'chunks') })).json).toEqual({
      text: 'in chunks',
    });
  });

  it('has the announced length, and none in chunks', async () => {
    const { url } = await serveStreams({
      put: async (body) => {
        await readText(body);
        return String(body.contentLength);
      },
    });
    expect((await send(url, { method: 'PUT', path: '/file', body: 'four' })).json).toEqual({ text: '4' });
    expect((await send(url, { method: 'PUT', path: '/file', body: chunksOf('x') })).json).toEqual({
      text: 'undefined',
    });
  });

  it('that is compressed is a 415', async () => {
    const { url } = await serveStreams({});
    const headers = { 'content-encoding': 'gzip' };
    const answer = await send(url, { method: 'PUT', path: '/file', headers, body: 'x' });
    expect([answer.status, answer.text]).toEqual([415, expect.stringContaining('unsupported_media_type')]);
  });

  it('waits in the client while the handler does not read', async () => {
    const gate = Promise.withResolvers<void>();
    let receivedBytes = 0;
    const { url } = await serveStreams({
      put: async (body) => {
        await gate.promise;
        for await (const chunk of body) receivedBytes += chunk.length;
        return String(receivedBytes);
      },
    });
    let takenBytes = 0;
    async function* source() {
      for (let count = 0; count < 1024; count++) {
        takenBytes += 64 * 1024;
        yield kib(64);
      }
    }
    const answer = send(url, { method: 'PUT', path: '/file', body: source() });
    await untilStill(() => takenBytes);
    expect(takenBytes).toBeLessThan(32 * 1024 * 1024);
    expect(receivedBytes).toBe(0);
    gate.resolve();
    expect((await answer).json).toEqual({ text: String(64 * 1024 * 1024) });
  });

  it.each([
    ['with a length', 'Content-Length: 100', 'x'],
    ['in chunks', 'Transfer-Encoding: chunked', '3\r\nabc\r\n'],
  ])('%s that the client breaks off never looks complete', async (_, header, part) => {
    const { begun, ends, put } = recordEnd();
    const { port } = await serveStreams({ put });
    for (const leave of [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.end()]) {
      const socket = connect({ host: '127.0.0.1', port });
      socket.on('error', () => undefined);
      socket.write(`PUT /file HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n${part}`);
      await until(() => begun.splice(0).length > 0);
      leave(socket);
      await until(() => ends.length > 0);
      expect(ends.splice(0)).toEqual(['invalid_request']);
      socket.destroy();
    }
  });

  it('is invited by the first read, and not if the handler refuses before', async () => {
    const head = 'PUT /file HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n';
    const { port } = await serveStreams({});
    const reading = openRaw(port);
    reading.write(head);
    await reading.until('HTTP/1.1 100 Continue\r\n\r\n');
    reading.write('ok');
    expect(readAnswers(await reading.until('"ok"')).at(-1)?.status).toBe(200);
    reading.destroy();
    const refusing = await serveStreams({ put: () => Promise.reject(new AppError('not_found', 'There is nothing.')) });
    const refused = openRaw(refusing.port);
    refused.write(head);
    const answers = readAnswers(await refused.until('There is nothing'));
    expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual([[404, 'close']]);
    refused.destroy();
  });

  it('that is refused unread still gets the answer, and closes the connection', async () => {
    const { url } = await serveStreams({ put: () => Promise.reject(new AppError('not_found', 'There is nothing.')) });
    const answer = await send(url, { method: 'PUT', path: '/file', body: kib(8 * 1024) });
    expect([answer.status, answer.headers.connection]).toEqual([404, 'close']);
  });

  it('that is left unread does not become the next request', async () => {
    const { port } = await serveStreams({ put: async () => 'unread' });
    const socket = openRaw(port);
    socket.write('PUT /file HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nGET /file HTTP/1.1\r\nHost: x\r\n\r\n');
    const answers = readAnswers(await socket.until('"unread"}'));
    expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual([[200, 'close']]);
    socket.destroy();
  });

  it('that is read leaves the connection open for the next request', async () => {
    const { port } = await serveStreams({});
    const socket = openRaw(port);
    const request = 'PUT /file HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n';
    socket.write(`${request}one`);
    await socket.until('"one"');
    socket.write(`${request}two`);
    expect(readAnswers(await socket.until('"two"')).map(({ status }) => status)).toEqual([200, 200]);
    socket.destroy();
  });
});
