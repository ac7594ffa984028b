import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { cleanUpAfterTest } from '../leftovers/clean-ups.ts';

export interface FakeDaemon {
  /** The headers of each request. */
  seen: Record<string, unknown>[];
  close(): void;
}

interface FakeDaemonOptions {
  runFilePath: string;
  version: string;
  /** Versions up to 0.1.0 have no socket. */
  at?: 'socket' | 'port';
}

const open = new Set<FakeDaemon>();
cleanUpAfterTest(() => {
  for (const daemon of open) daemon.close();
});

/** Answers the handshake as a daemon of this version does, in the test's process, and writes its run file. */
export async function startFakeDaemon({ runFilePath, version, at = 'socket' }: FakeDaemonOptions): Promise<FakeDaemon> {
  const key = randomBytes(32);
  const seen: FakeDaemon['seen'] = [];
  let port = 1;
  const server = createServer(async (request, response) => {
    seen.push(request.headers);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const portAndPid = Buffer.alloc(8);
    portAndPid.writeUInt32BE(port, 0);
    portAndPid.writeUInt32BE(process.pid, 4);
    const nonce = Buffer.from(JSON.parse(Buffer.concat(chunks).toString()).nonce, 'base64');
    const proof = createHmac('sha256', key).update(nonce).update(portAndPid).digest('base64');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ proof }));
  });
  const folder = dirname(runFilePath);
  const socketPath = join(folder, 'daemon.sock');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const where = at === 'socket' ? { path: socketPath } : { port: 0, host: '127.0.0.1' };
  await new Promise<void>((resolve) => server.listen(where, resolve));
  if (at === 'port') port = (server.address() as AddressInfo).port;
  const fields = { pid: process.pid, port, version, startedAt: new Date().toISOString() };
  const proofKey = key.toString('base64');
  const content = { ...fields, proofKey, ...(at === 'socket' && { socketPath }) };
  writeFileSync(runFilePath, JSON.stringify(content), { mode: 0o600 });
  const daemon: FakeDaemon = {
    seen,
    close: () => {
      open.delete(daemon);
      server.close();
    },
  };
  open.add(daemon);
  return daemon;
}
