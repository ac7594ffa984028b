import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { FormIndex } from '../../../../../src-shared-node/masking/form-index.ts';
import { createDecoders } from '../decoders.ts';
import type { HttpLimits } from '../http-limits.ts';
import { Refusal } from '../refusal.ts';
import { createByteSearch } from '../secrets/placeholder-search.ts';
import type { OverrideSearch } from './override-search.ts';

/** Searches the body of a request for placeholders and fields that replace its method, before its bytes are sent on. */
export interface BodyScan {
  /** Searches a chunk. Returns the bytes that can be sent: an end that may begin a placeholder is held back. @throws Refusal */
  push(chunk: Buffer): Promise<Buffer>;
  /** Returns the bytes that were held back, at the end of the body. @throws Refusal */
  finish(): Promise<Buffer>;
}

export interface BodyScanOptions {
  /** Undefined if there are no secrets: then nothing is searched. */
  placeholders: FormIndex | undefined;
  /** Searches for fields that replace the method. */
  overrides: readonly OverrideSearch[];
  /** Content codings that can be decoded; empty for a body that is searched as it is. */
  codings: readonly string[];
  limits: HttpLimits;
}

export function createBodyScan(options: BodyScanOptions): BodyScan {
  const { placeholders, overrides, codings } = options;
  if (placeholders === undefined && overrides.length === 0)
    return { push: async (chunk) => chunk, finish: async () => nothing };
  if (codings.length === 0) return createPlainScan({ placeholders, overrides });
  return createEncodedScan(createPlainScan({ placeholders, overrides: [] }), options);
}

const nothing = Buffer.alloc(0);

function createPlainScan({ placeholders, overrides }: Pick<BodyScanOptions, 'placeholders' | 'overrides'>): BodyScan {
  const search = placeholders && createByteSearch(placeholders);
  let held = nothing;
  return {
    async push(chunk) {
      for (const override of overrides) override.read(chunk);
      const pending = search?.read(chunk) ?? 0;
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const sure = bytes.length - pending;
      // A copy, so that a few bytes do not keep a whole chunk in memory.
      held = Buffer.from(bytes.subarray(sure));
      return bytes.subarray(0, sure);
    },
    async finish() {
      for (const override of overrides) override.finish();
      return held;
    },
  };
}

/**
 * Searches a compressed body both as it is and decoded. The last chunk is held back until the next one is decoded, because
 * decoders return their output late; the end is held back until all is searched.
 */
function createEncodedScan(plain: BodyScan, { placeholders, overrides, codings, limits }: BodyScanOptions): BodyScan {
  const search = placeholders && createByteSearch(placeholders);
  const [entry, ...rest] = createDecoders(codings, { limits, tooLong: 'too_large' });
  let failure: Refusal | undefined;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        for (const override of overrides) override.read(chunk);
        search?.read(chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  if (entry === undefined) return plain;
  const decoding = pipeline([entry, ...rest, sink]).catch((error: unknown) => {
    failure = error instanceof Refusal ? error : new Refusal('bad_request');
  });
  let held = nothing;
  return {
    async push(chunk) {
      const sure = await plain.push(chunk);
      await Promise.race([new Promise<void>((resolve) => entry.write(chunk, () => resolve())), decoding]);
      await nextTick();
      if (failure !== undefined) throw failure;
      const before = held;
      held = Buffer.from(sure);
      return before;
    },
    async finish() {
      entry.end();
      await decoding;
      if (failure !== undefined) throw failure;
      for (const override of overrides) override.finish();
      return Buffer.concat([held, await plain.finish()]);
    },
  };
}
