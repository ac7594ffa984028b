import { type IncomingMessage, request } from 'node:http';
import type { EngineAddress } from './engine-address.ts';

const limitMs = 3000;
const limitBytes = 1024 * 1024;

/** Something answers at the address, but not as a Docker engine does. */
export class NotAnEngineError extends Error {
  override readonly name = 'NotAnEngineError';
  /** True if the status of its answer is 500 or more. Docker Desktop answers so while it starts. */
  readonly isServerError: boolean;

  constructor(message: string, { isServerError = false } = {}) {
    super(message);
    this.isServerError = isServerError;
  }
}

/**
 * Asks an engine for its version (`GET /version`; Podman answers it too) on a new connection, within 3 s. An engine that
 * shuts down still answers on connections that are open, but accepts no new ones.
 * @throws NotAnEngineError if another program answers, or the system's error (`ENOENT`, `ECONNREFUSED`, `EACCES`, …)
 */
export async function readEngineVersion(address: EngineAddress): Promise<string> {
  const response = await open(address);
  const version = parseVersion(await readText(response));
  if (version === undefined) {
    const isServerError = (response.statusCode ?? 0) >= 500;
    throw new NotAnEngineError('the answer to GET /version has no version', { isServerError });
  }
  return version;
}

function open(address: EngineAddress): Promise<IncomingMessage> {
  const signal = AbortSignal.timeout(limitMs);
  return new Promise((resolve, reject) => {
    request({ ...address, path: '/version', agent: false, signal }, resolve)
      .once('error', reject)
      .end();
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > limitBytes) throw new NotAnEngineError('the answer to GET /version exceeds 1 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseVersion(body: string): string | undefined {
  try {
    const { Version: version } = JSON.parse(body) as { Version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}
