import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy that adds a credential, which the suite cannot send. It changes nothing else but the daemon's address. */
export async function addCredential(port: number, apiKey: string): Promise<Server> {
  const server = createServer((incoming, answer) => {
    const own = (server.address() as AddressInfo).port;
    const translate = (text: string | undefined) => text?.replace(`:${own}`, `:${port}`);
    const headers = { ...incoming.headers, host: translate(incoming.headers.host), 'x-api-key': apiKey };
    if (incoming.headers.origin !== undefined) headers.origin = translate(incoming.headers.origin);
    const { method, url: path } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, setHost: false }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
