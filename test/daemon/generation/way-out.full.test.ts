/** How endpoints are reached: by whom they are trusted, and through the proxy of the daemon's environment. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { putProvider, testProvider } from '../../../src-shared/contracts/providers.contract.ts';
import { startTestDaemon, type TestUser } from '../../support/daemon/test-daemon.ts';
import { makeCertificate } from '../../support/network/certificate.ts';
import { modelEndpointOfFile } from '../../support/network/model-endpoint.ts';

const endpoint = modelEndpointOfFile();

/** Proxy that reaches one host, the endpoint, and records the requests. */
async function startProxy(target: () => number) {
  const asked: string[] = [];
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '' }, client) => {
    asked.push(url);
    const beyond = connect(target(), '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    client.on('error', () => beyond.destroy()).pipe(beyond);
    beyond.on('error', () => client.destroy()).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { asked, url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => server.close() };
}

async function look(user: TestUser, baseUrl: string) {
  await user.client.call(putProvider, { params: { id: 'p' }, body: { baseUrl, model: 'test-model' } });
  return user.client.call(testProvider, { params: { id: 'p' } });
}

describe('the way out to an endpoint', () => {
  it('leads through the proxy of the environment, but never for this machine', async () => {
    using proxy = await startProxy(() => endpoint().port);
    process.env.HTTP_PROXY = proxy.url;
    const daemon = await startTestDaemon().finally(() => delete process.env.HTTP_PROXY);
    try {
      const user = await daemon.newUser();
      expect(await look(user, 'http://model.invalid')).toMatchObject({ outcome: 'ok' });
      expect(proxy.asked).toEqual(['model.invalid:80']);
      expect(await look(user, endpoint().url)).toMatchObject({ outcome: 'ok' });
      expect(proxy.asked).toHaveLength(1);
    } finally {
      await daemon.stop();
    }
  });

  it('fails at an untrusted certificate, and reports it', async () => {
    const { key, cert } = makeCertificate('127.0.0.1');
    const server = createTlsServer({ key, cert }, (_, response) => response.end('{"data":[]}'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const daemon = await startTestDaemon();
    try {
      const { port } = server.address() as AddressInfo;
      const answer = await look(await daemon.newUser(), `https://127.0.0.1:${port}`);
      expect(answer).toMatchObject({ outcome: 'tls', message: expect.stringMatching(/certificate/) });
    } finally {
      await daemon.stop();
      server.close();
    }
  });
});
