import { expect, test } from 'vitest';
import { get, host, placeholder, startFixture, token, value } from './http-fixture.ts';

const withToken = `Authorization: Bearer ${placeholder}`;
const handshake = (...fields: string[]) =>
  get('/socket', 'Connection: keep-alive, Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x', ...fields);
const accept = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n';

test('a WebSocket is refused without websocket in the rule', async () => {
  const fixture = await startFixture();
  fixture.send(handshake());
  const text = await fixture.closed();
  expect(text).toMatch(/^HTTP\/1.1 403 /);
  expect(text).toContain('X-Strongroom-Blocked: websocket_not_allowed');
  expect(text).toContain('websocket');
  expect(fixture.blocked).toEqual([['websocket_not_allowed', 'GET']]);
  expect(fixture.sent()).toHaveLength(0);
});

test('a WebSocket is joined, with a value in the handshake and a mask in the answer', async () => {
  const fixture = await startFixture({
    ...{ secrets: [token], rule: { websocket: true } },
    host: (socket) =>
      socket.once('data', () => {
        socket.write(`${accept}Sec-WebSocket-Accept: y\r\nX-Echo: ${value}\r\n\r\nfrom host`);
        socket.on('data', (chunk) => socket.write(`<${chunk}>`));
      }),
  });
  fixture.send(`${handshake(withToken)}early`);
  const text = await fixture.receive('from host');
  expect(text).toContain('HTTP/1.1 101 Switching Protocols\r\n');
  expect(text).toContain('X-Echo: ***\r\n');
  expect(fixture.sent().toString()).toContain(`Authorization: Bearer ${value}\r\n`);
  expect(fixture.sent().toString()).toContain('Connection: Upgrade\r\nUpgrade: websocket\r\n');
  await fixture.receive('<early>');
  fixture.send(`${placeholder}`);
  await fixture.receive(`<${placeholder}>`);
  expect(fixture.requests).toEqual([{ method: 'GET', path: '/socket', status: 101, secrets: ['TOKEN'] }]);
  fixture.client.end();
  await fixture.closed();
});

test('a WebSocket that the host refuses has an ordinary response', async () => {
  const fixture = await startFixture({
    ...{ secrets: [token], rule: { websocket: true } },
    answer: (_request, response) => response.writeHead(401).end(`no ${value}`),
  });
  fixture.send(handshake(withToken));
  const text = await fixture.closed();
  expect(text).toMatch(/^HTTP\/1.1 401 Unauthorized/);
  expect(text).toContain('no ***');
});

test.each([
  ['a body', handshake('Content-Length: 5')],
  ['another protocol', handshake('Upgrade: h2c')],
])('a WebSocket with %s is refused', async (_name, bytes) => {
  const fixture = await startFixture({ rule: { websocket: true } });
  fixture.send(bytes);
  expect(await fixture.closed()).toMatch(/^HTTP\/1.1 400 /);
  expect(fixture.sent()).toHaveLength(0);
});

test('a WebSocket is refused for its path, its Host and a misplaced placeholder', async () => {
  for (const [bytes, reason] of [
    [handshake(), 'path_not_allowed'],
    [handshake().replace(host, 'other.example.com'), 'host_mismatch'],
    [handshake(`Sec-WebSocket-Protocol: ${placeholder}`).replace('/socket', '/ok'), 'placeholder_misplaced'],
  ] as const) {
    const fixture = await startFixture({ secrets: [token], rule: { websocket: true, paths: ['/ok'] } });
    fixture.send(bytes);
    await fixture.closed();
    expect(fixture.blocked).toEqual([[reason, 'GET']]);
    expect(fixture.sent()).toHaveLength(0);
  }
});

test('the end of a WebSocket reaches the other side after the last bytes', async () => {
  const fixture = await startFixture({
    rule: { websocket: true },
    host: (socket) => socket.once('data', () => socket.end(`${accept}\r\n${'x'.repeat(1_000_000)}last`)),
  });
  fixture.send(handshake());
  expect(await fixture.closed()).toMatch(/last$/);
});
