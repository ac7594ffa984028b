import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockedReason } from '../../../../src-shared/contracts/network/network-events.ts';
import { type HelloState, helloCapBytes, parseClientHello } from './client-hello.ts';

/** `left`: the program has closed the connection without a byte. */
export type HelloProblem = BlockedReason | 'left';

/**
 * Reads a ClientHello at the beginning of a stream and puts its bytes back. Returns undefined if it names the host, else
 * the reason why it does not. The name is compared without regard to case.
 */
export async function checkHello(
  stream: Readable,
  { host, limitMs }: { host: string; limitMs: number },
): Promise<HelloProblem | undefined> {
  const timer = new AbortController();
  try {
    const late = sleep(limitMs, 'timeout' as const, { signal: timer.signal, ref: false });
    const found = await Promise.race([readHello(stream), late]);
    if (typeof found === 'string') return found;
    if (found.state !== 'complete') return 'not_tls';
    return found.serverName?.toLowerCase() === host ? undefined : 'sni_mismatch';
  } finally {
    timer.abort();
  }
}

async function readHello(stream: Readable): Promise<HelloState | 'left'> {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk: Buffer | null = stream.read();
    if (chunk !== null) chunks.push(chunk);
    const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    const hello = parseClientHello(bytes.subarray(0, helloCapBytes));
    if (hello.state !== 'incomplete') {
      stream.unshift(bytes);
      return hello;
    }
    if (chunk === null && !(await hasMore(stream))) return chunks.length === 0 ? 'left' : { state: 'invalid' };
  }
}

/** Waits for bytes. Resolves with false if the stream has ended or was destroyed. */
function hasMore(stream: Readable): Promise<boolean> {
  if (stream.destroyed || stream.readableEnded) return Promise.resolve(false);
  return new Promise((resolve) => {
    const settle = (isReadable: boolean) => () => {
      stream.off('readable', onReadable).off('end', onEnd).off('close', onEnd);
      resolve(isReadable);
    };
    const [onReadable, onEnd] = [settle(true), settle(false)];
    stream.on('readable', onReadable).on('end', onEnd).on('close', onEnd);
  });
}
