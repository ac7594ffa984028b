import { Duplex, PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { BlockedReason } from '../../../../../src-shared/contracts/network/network-events.ts';
import type { HttpLimits } from './http-limits.ts';
import { Refusal } from './refusal.ts';

/** More than one coding is rare, and each takes memory. */
const codingsLimit = 2;
/** Window of 8 MiB, which RFC 8878 recommends as the limit. */
const zstdWindowBits = 23;

const factories: Readonly<Record<string, (first: Buffer) => Duplex>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: createAnyInflate,
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowBits } }),
};

/** Returns true if all content codings can be decoded. */
export function canDecode(codings: readonly string[]): boolean {
  return codings.length <= codingsLimit && codings.every((coding) => Object.hasOwn(factories, coding));
}

/**
 * Creates the streams that decode a body with these content codings (RFC 9110, section 8.4): gzip, deflate, br and zstd. The
 * last one fails with `tooLong` if the decoded body is much longer than the encoded one. Memory is bounded, because each
 * stream has its own back-pressure.
 */
export function createDecoders(
  codings: readonly string[],
  { limits, tooLong }: { limits: HttpLimits; tooLong: BlockedReason },
): Duplex[] {
  if (codings.length === 0) return [];
  let encodedBytes = 0;
  let decodedBytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      encodedBytes += chunk.length;
      done(null, chunk);
    },
  });
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      decodedBytes += chunk.length;
      const limit = Math.max(limits.freeDecodedBytes, limits.decodedRatio * encodedBytes);
      if (decodedBytes > limit) done(new Refusal(tooLong));
      else done(null, chunk);
    },
  });
  const decoders = codings
    .toReversed()
    .map((coding) => createLateDecoder((first) => factories[coding]?.(first) ?? new PassThrough()));
  return [counter, ...decoders, guard];
}

/** `deflate` is the zlib format, but some servers send the data without its header, as browsers accept it. */
function createAnyInflate(first: Buffer): Duplex {
  const isZlib = ((first[0] ?? 0) & 0x0f) === 8;
  return isZlib ? createInflate() : createInflateRaw();
}

/** Creates a decoder with its first bytes, and none for a body without bytes, which is no error in any coding. */
function createLateDecoder(create: (first: Buffer) => Duplex): Duplex {
  return Duplex.from(async function* (source: AsyncIterable<Buffer>) {
    const chunks = source[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done) return;
    const decoder = create(first.value);
    const feeding = pipeline(Readable.from(startingWith(first.value, chunks)), decoder);
    // The loop over `decoder` fails with the same error.
    feeding.catch(() => {});
    yield* decoder;
  });
}

async function* startingWith(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let next: IteratorResult<Buffer> = { value: first }; !next.done; next = await chunks.next()) yield next.value;
}
