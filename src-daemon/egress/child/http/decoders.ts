import { Duplex, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { BlockedReason } from '../../../../src-shared/contracts/network/network-events.ts';
import { createDecodingBudget, type DecodingBudget } from './decoding-budget.ts';
import type { HttpLimits } from './http-limits.ts';
import { Refusal } from './refusal.ts';

/** More than one coding is rare, and each takes memory. */
const codingsLimit = 1;
/** Largest window of br and zstd, 4 MiB: the usual one of br, and twice the usual one of zstd. */
const windowBits = 22;
const kibibyte = 1024;
/** The memory of a decoder, in bytes: its window and its buffers. */
const [smallWindow, largeWindow] = [128 * kibibyte, 5 * kibibyte * kibibyte];

interface Coding {
  bytes: number;
  create(first: Buffer): Duplex;
}

const gzip: Coding = { bytes: smallWindow, create: () => createGunzip() };
const codingsByName: Readonly<Record<string, Coding>> = {
  gzip,
  'x-gzip': gzip,
  deflate: { bytes: smallWindow, create: createAnyInflate },
  br: { bytes: largeWindow, create: createSmallBrotli },
  zstd: {
    bytes: largeWindow,
    create: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: windowBits } }),
  },
};

/**
 * The memory for all bodies that this process decodes at once: 8 with a large window, and more than 64 connections with
 * gzip. A further body waits and is not refused: most end soon, and a program that opens many at once would see failures at
 * random. One that waits is not read, so its host waits too, until the connection has been idle for too long.
 */
const processBudget = createDecodingBudget(8 * largeWindow);

interface DecoderOptions {
  limits: HttpLimits;
  tooLong: BlockedReason;
  /** That of the process if absent. */
  budget?: DecodingBudget;
}

/** Returns true if all content codings can be decoded. */
export function canDecode(codings: readonly string[]): boolean {
  return codings.length <= codingsLimit && codings.every((coding) => Object.hasOwn(codingsByName, coding));
}

/**
 * Creates the streams that decode a body with these content codings (RFC 9110, section 8.4): gzip, deflate, br and zstd. The
 * last one fails with `tooLong` if the decoded body is much longer than the encoded one. Memory is bounded: each stream has
 * its own back-pressure, windows are small, and the bodies of a process share a budget.
 */
export function createDecoders(
  codings: readonly string[],
  { limits, tooLong, budget = processBudget }: DecoderOptions,
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
  const decoders = codings.toReversed().map((name) => createLateDecoder(codingsByName[name] ?? gzip, budget));
  return [counter, ...decoders, guard];
}

/** A stream begins with the size of its window (RFC 7932, section 9.1), which Node does not limit. */
function createSmallBrotli(first: Buffer): Duplex {
  const code = ((first[0] ?? 0) >> 1) & 7;
  const isLarge = ((first[0] ?? 0) & 1) === 1 && 17 + code > windowBits;
  if (isLarge) throw new Error('a br body with a window over 4 MiB');
  return createBrotliDecompress();
}

/** `deflate` is the zlib format, but some servers send the data without its header, as browsers accept it. */
function createAnyInflate(first: Buffer): Duplex {
  const isZlib = ((first[0] ?? 0) & 0x0f) === 8;
  return isZlib ? createInflate() : createInflateRaw();
}

/** Creates a decoder with its first bytes, and none for a body without bytes, which is no error in any coding. */
function createLateDecoder({ bytes, create }: Coding, budget: DecodingBudget): Duplex {
  // Node passes the signal, which its types lack. It aborts when the stream is destroyed.
  const none = { signal: new AbortController().signal };
  return Duplex.from(async function* (source: AsyncIterable<Buffer>, { signal } = none) {
    const chunks = source[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done) return;
    const giveBack = await budget.take(bytes, signal);
    signal.addEventListener('abort', giveBack, { once: true });
    try {
      const decoder = create(first.value);
      signal.addEventListener('abort', () => void decoder.destroy(), { once: true });
      const feeding = pipeline(Readable.from(startingWith(first.value, chunks)), decoder);
      // The loop over `decoder` fails with the same error.
      feeding.catch(() => {});
      yield* decoder;
    } finally {
      giveBack();
    }
  });
}

async function* startingWith(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let next: IteratorResult<Buffer> = { value: first }; !next.done; next = await chunks.next()) yield next.value;
}
