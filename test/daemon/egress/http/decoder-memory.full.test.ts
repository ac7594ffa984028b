/** The memory of a process that decodes as many bodies at once as a run has connections. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const decoders = join(import.meta.dirname, '../../../../src-daemon/egress/child/http/decoders.ts');
const limits = join(import.meta.dirname, '../../../../src-daemon/egress/child/http/http-limits.ts');

test('64 open br bodies take less than 128 MiB', () => {
  const program = `
const { createDecoders } = await import(${JSON.stringify(decoders)});
const { httpLimits } = await import(${JSON.stringify(limits)});
const { brotliCompressSync, constants } = await import('node:zlib');
const { Readable, Writable } = await import('node:stream');
const params = { [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_QUALITY]: 1 };
const body = brotliCompressSync(Buffer.alloc(24 * 2 ** 20, 'abcdefghijklmnopqrstuvwxyz0123456789').fill(7, 0, 5), { params });
const before = process.memoryUsage.rss();
const open = [];
for (let count = 0; count < 64; count++) {
  const source = new Readable({ read() {} });
  const steps = createDecoders(['br'], { limits: { ...httpLimits, decodedRatio: 1e9 }, tooLong: 'too_large' });
  for (const step of steps) step.on('error', () => {});
  open.push(steps.reduce((from, to) => from.pipe(to), source).pipe(new Writable({ write: (_c, _e, done) => done() })));
  source.push(body.subarray(0, -10));
}
await new Promise((resolve) => setTimeout(resolve, 5000));
console.log(Math.round((process.memoryUsage.rss() - before) / 2 ** 20));
process.exit();`;
  const printed = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
    timeout: 60_000,
  });
  process.stdout.write(`64 br bodies: ${String(printed).trim()} MiB\n`);
  expect(Number(String(printed))).toBeLessThan(128);
});
