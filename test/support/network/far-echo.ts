import { makeCertificate } from './certificate.ts';
import { type FarHost, type FarHostPlan, makeFarHost } from './far-host.ts';

/** A far host that answers requests with what it has received, and records it. */
export interface FarEcho {
  far: FarHost;
  /** The authority of its certificate, in PEM. */
  authority: string;
  /** Returns what has arrived since the last call: connections, and requests with all their bytes. */
  received(): Promise<Received>;
  remove(): Promise<void>;
}

export interface Received {
  connections: number;
  requests: { method: string; url: string; headers: Record<string, string>; body: string }[];
}

const controlPort = 9000;

/**
 * HTTPS on 443, HTTP on 80, and an echo of all bytes on 7000. `/answer/…` sends back the authorization header; other paths
 * send the request as JSON. Compressed if the query says so.
 */
const server = `
const https = require('node:https'), http = require('node:http'), net = require('node:net'), zlib = require('node:zlib');
let connections = 0, requests = [];
const encoders = { gzip: zlib.gzipSync, br: zlib.brotliCompressSync, deflate: zlib.deflateSync, zstd: zlib.zstdCompressSync };
function serve(request, response) {
  const parts = [];
  request.on('data', (part) => parts.push(part)).on('end', () => {
    const { method, url, headers } = request;
    const received = { method, url, headers, body: Buffer.concat(parts).toString() };
    requests.push(received);
    const { pathname, searchParams } = new URL(url, 'http://far');
    if (pathname.startsWith('/redirect/')) return response.writeHead(302, { location: 'https://' + pathname.slice(10) + '/' }).end();
    const bytes = Buffer.from(pathname.startsWith('/answer') ? String(headers.authorization) : JSON.stringify(received));
    const encoding = searchParams.get('encoding');
    if (encoding) response.setHeader('content-encoding', encoding);
    response.setHeader('x-echo', String(headers.authorization ?? ''));
    response.end(encoding ? encoders[encoding](bytes) : bytes);
  });
}
const count = (socket) => { connections++; socket.on('error', () => {}); };
const secure = https.createServer({ key: process.env.FAR_KEY, cert: process.env.FAR_CERT }, serve).on('connection', count);
const plain = http.createServer(serve).on('connection', count);
const echo = net.createServer({ allowHalfOpen: true }, (socket) => { count(socket); socket.pipe(socket); });
const control = http.createServer((request, response) => {
  response.end(JSON.stringify({ connections, requests }));
  connections = 0;
  requests = [];
});
secure.listen(443, '0.0.0.0', () => plain.listen(80, () => echo.listen(7000, () => control.listen(${controlPort}, () => console.log('up')))));
`;

/** Makes a far host with a certificate for one name. Suites that run at the same time need different plans. */
export async function makeFarEcho(name: string, plan: FarHostPlan): Promise<FarEcho> {
  const { key, cert, authority } = makeCertificate(name);
  const far = await makeFarHost(plan);
  await far.start(server, { FAR_KEY: key, FAR_CERT: cert });
  return {
    far,
    authority,
    received: async () => (await fetch(`http://${far.address}:${controlPort}/`)).json() as Promise<Received>,
    remove: far.remove,
  };
}
