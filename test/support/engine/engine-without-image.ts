import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pass, refuse } from '../../engine/docker/link/altered-engine.ts';

/** A proxy to the real engine that hides the sandbox image. A build of the image never finishes or is refused. */
export interface EngineWithoutImage {
  host: string;
  /** Refuses active and further builds. Before this call, builds never finish. */
  refuses(why: string): void;
  stop(): Promise<unknown>;
}

export async function startEngineWithoutImage(targetPath = '/var/run/docker.sock'): Promise<EngineWithoutImage> {
  const socketPath = join(mkdtempSync(join(tmpdir(), 'imageless-')), 'docker.sock');
  const making = new Set<ServerResponse>();
  let refusal: string | undefined;

  const server = createServer((asked, answer) => {
    if (isSandboxImage(asked)) refuse(answer, 404, 'No such image');
    else if (!isBuild(asked)) pass(asked, answer, { targetPath }).catch(() => answer.destroy());
    else {
      // Answers after the whole request body, as the real engine does.
      asked.resume().once('end', () => {
        if (refusal === undefined) making.add(answer);
        else refuse(answer, 500, refusal);
      });
    }
  });
  server.listen(socketPath);
  await once(server, 'listening');
  return {
    host: `unix://${socketPath}`,
    refuses: (why) => {
      refusal = why;
      for (const answer of making) refuse(answer, 500, why);
      making.clear();
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

function isSandboxImage({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && /^(\/v[\d.]+)?\/images\/strongroom(\/|%2F)sandbox.+\/json/.test(url);
}

function isBuild({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && /^(\/v[\d.]+)?\/build\b/.test(url);
}
