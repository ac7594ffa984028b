import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bridgeAddress } from '../../../daemon/packages/package-index.ts';

/**
 * Starts a proxy on the engine's bridge that requires a user name and password, and forwards each request to one server.
 * `asked` has the credentials of each request, or '' for none.
 */
export async function startAuthenticatingProxy(
  upstream: string,
  { user, password }: { user: string; password: string },
) {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const asked: string[] = [];
  const server = createServer((incoming, response) => {
    const { 'proxy-authorization': given = '', ...headers } = incoming.headers;
    asked.push(given);
    if (given !== expected) return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="test"' }).end();
    const { pathname } = new URL(incoming.url ?? '', upstream);
    const onward = request(new URL(pathname, upstream), { method: incoming.method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, await bridgeAddress());
  await once(server, 'listening');
  const { address, port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { at: `${address}:${port}`, expected, asked, stop };
}
