/** Memory of the bodies that an egress process decodes: one coding, small windows, and a budget. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTick } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { canDecode, createDecoders } from '../../../../../src-daemon/egress/child/http/decoders.ts';
import { createDecodingBudget } from '../../../../../src-daemon/egress/child/http/decoding-budget.ts';
import { httpLimits } from '../../../../../src-daemon/egress/child/http/http-limits.ts';
import { cleanUpAfterTest } from '../../../../support/leftovers/clean-ups.ts';
import { until } from '../../../../support/until.ts';

const mebibyte = 2 ** 20;
/** Larger than every small window, and not compressible. */
const content = randomBytes(5 * mebibyte);
const options = { limits: httpLimits, tooLong: 'too_large' as const };

function decode(coding: string, body: Buffer, budget = createDecodingBudget(8 * mebibyte)): Promise<Buffer> {
  const steps = createDecoders([coding], { ...options, budget });
  return buffer(
    steps.reduce<Readable>(
      (from, to) => from.on('error', (error) => to.destroy(error)).pipe(to),
      Readable.from([body]),
    ),
  );
}

const brotli = (bits: number) =>
  brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_LGWIN]: bits, [constants.BROTLI_PARAM_QUALITY]: 1 },
  });
const zstd = (bits: number) => zstdCompressSync(content, { params: { [constants.ZSTD_c_windowLog]: bits } });

describe('a body', () => {
  it('has one coding', () => {
    expect([['br'], ['gzip'], ['x-gzip'], ['deflate'], ['zstd'], []].map(canDecode)).not.toContain(false);
    expect([['br', 'br'], ['gzip', 'br'], ['compress'], ['toString']].map(canDecode)).not.toContain(true);
  });

  it.each([
    { coding: 'br', encode: brotli, allowed: [10, 16, 17, 18, 22], refused: [23, 24] },
    { coding: 'zstd', encode: zstd, allowed: [18, 22], refused: [24] },
  ])('with $coding has a window of at most 4 MiB', async ({ coding, encode, allowed, refused }) => {
    for (const bits of allowed) expect((await decode(coding, encode(bits))).equals(content)).toBe(true);
    for (const bits of refused) await expect(decode(coding, encode(bits))).rejects.toThrow();
  });
});

describe('bodies over the budget', () => {
  const body = gzipSync(Buffer.alloc(1000));
  const budget = createDecodingBudget(256 * 1024);

  /** Opens a body that sends its beginning only, and counts what was decoded of it. */
  function openBody() {
    const source = new Readable({ read: () => undefined });
    const steps = createDecoders(['gzip'], { ...options, budget });
    let decoded = 0;
    const last = steps
      .reduce<Readable>((from, to) => from.pipe(to), source)
      .on('data', (chunk: Buffer) => {
        decoded += chunk.length;
      });
    for (const step of steps) step.on('error', () => undefined);
    source.push(body);
    const abort = () => {
      for (const step of [source, ...steps]) step.destroy();
    };
    cleanUpAfterTest(abort);
    return { isDecoded: () => decoded === 1000, end: () => source.push(null), abort, last };
  }

  it('wait until one ends or is aborted, in their order', async () => {
    const [first, second] = [openBody(), openBody()];
    await until(() => first.isDecoded() && second.isDecoded());
    const [third, fourth, fifth] = [openBody(), openBody(), openBody()];
    for (let count = 0; count < 20; count++) await nextTick();
    expect([third, fourth, fifth].map(({ isDecoded }) => isDecoded())).toEqual([false, false, false]);
    third.abort();
    first.end();
    await until(fourth.isDecoded);
    expect(fifth.isDecoded()).toBe(false);
    second.abort();
    await until(fifth.isDecoded);
  });
});
