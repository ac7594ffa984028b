import type { IncomingMessage } from 'node:http';
import { Refusal } from '../refusal.ts';

/** Reads the body of a request chunk by chunk, so that the connection can still be answered after an error. */
export interface BodyReader {
  /** Returns the next chunk, or undefined at the end. @throws Refusal `timeout`; @throws Error if the program has closed its connection */
  next(): Promise<Buffer | undefined>;
}

export function createBodyReader(request: IncomingMessage, bodyMs: number): BodyReader {
  // An iterator that destroys its stream would close the connection before a refusal is sent.
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  return {
    async next() {
      const { promise: tooLate, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new Refusal('timeout')), bodyMs);
      const read = chunks.next();
      read.catch(() => {});
      try {
        const { done, value } = await Promise.race([read, tooLate]);
        return done ? undefined : value;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
