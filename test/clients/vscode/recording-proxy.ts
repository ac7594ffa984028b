import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

interface ProxiedDaemon {
  url: string;
  config: { runFilePath: string };
}

/**
 * Forwards requests to a daemon and records their bodies, so that a test sees all that leaves the editor. It has a data
 * folder of its own, whose run file is that of the daemon with the socket of the proxy.
 */
export async function startRecordingProxy(daemon: ProxiedDaemon): Promise<{ dataDir: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    bodies.push(body.toString());
    const headers = { ...incoming.headers, host: new URL(daemon.url).host };
    const outgoing = request(
      new URL(incoming.url ?? '/', daemon.url),
      { method: incoming.method, headers, agent: false },
      (answer) => {
        // The end of the connection to the daemon is not that of the connection to the editor.
        const { connection: _, ...answered } = answer.headers;
        response.writeHead(answer.statusCode ?? 500, answered);
        answer.pipe(response);
      },
    );
    outgoing.end(body);
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'proxied-'));
  const run = join(dataDir, 'run');
  mkdirSync(run, { mode: 0o700 });
  const socketPath = join(run, 'daemon.sock');
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const content = JSON.parse(readFileSync(daemon.config.runFilePath, 'utf8'));
  writeFileSync(join(run, 'daemon.json'), JSON.stringify({ ...content, socketPath }), { mode: 0o600 });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return { dataDir, bodies };
}
