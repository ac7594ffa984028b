import { constants, createGzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { get, host, placeholder, requestText, startFixture, token, value } from './http-fixture.ts';

const withToken = get('/', `Authorization: Bearer ${placeholder}`);
const echo = `before ${value} after`;
const masked = 'before *** after';

test('HEAD, 204 and 304 have no body, keep the length, and keep the connection', async () => {
  const fixture = await startFixture({
    secrets: [token],
    answer: (request, response) => {
      const status = Number(request.url?.slice(1));
      response
        .writeHead(status, status === 204 ? { 'X-Echo': value } : { 'Content-Length': 12345, 'X-Echo': value })
        .end();
    },
  });
  fixture.send(requestText('HEAD /200 HTTP/1.1', `Host: ${host}`));
  await fixture.receive('200 OK');
  fixture.send(get('/204'));
  await fixture.receive('204 No Content');
  fixture.send(get('/304'));
  await fixture.receive('304 Not Modified');
  fixture.send(requestText('HEAD /404 HTTP/1.1', `Host: ${host}`));
  const text = await fixture.receive('404 Not Found');
  expect(text.match(/Content-Length: 12345/g)).toHaveLength(3);
  expect(text.match(/X-Echo: \*\*\*/g)).toHaveLength(4);
  expect(text).not.toMatch(/transfer-encoding/i);
  expect(fixture.connects()).toBe(1);
});

test.each([false, true])('server-sent events arrive without delay (compressed: %s)', async (isCompressed) => {
  let emit = (_text: string) => {};
  const fixture = await startFixture({
    secrets: [token],
    answer: (_request, response) => {
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      });
      response.flushHeaders();
      const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
      if (isCompressed) gzip.pipe(response);
      emit = (text) => void (isCompressed ? gzip : response).write(text);
    },
  });
  fixture.send(withToken);
  await fixture.receive('text/event-stream');
  for (let at = 0; at < 5; at++) {
    emit(`data: event ${at} ${value}\n\n`);
    await fixture.receive(`event ${at} ***\n\n`);
  }
  expect(fixture.requests).toHaveLength(1);
});

test('a body that ends with the connection of the host is masked and ends that of the program', async () => {
  const fixture = await startFixture({
    secrets: [token],
    host: (socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n\r\n${echo}`)),
  });
  fixture.send(withToken);
  const text = await fixture.closed();
  expect(text).toContain(masked);
  expect(text).toContain('Connection: close');
});

test('a cut response shows no beginning of a value', async () => {
  const fixture = await startFixture({
    secrets: [token],
    host: (socket) =>
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbefore\nand ${value.slice(0, 12)}`);
        setTimeout(() => socket.destroy(), 30);
      }),
  });
  fixture.send(withToken);
  await until(() => fixture.isClosed());
  expect(fixture.received()).toContain('before\n');
  expect(fixture.received()).not.toContain(value.slice(0, 6));
});
