import { describe, expect, test } from 'vitest';
import { outputCapBytes } from '../../../src-daemon/engine/engine.ts';
import { filesOf } from '../docker/run/run-jobs.ts';
import { jobOf, run, useEmbeddedEngine } from './embedded-fixture.ts';

describe('a run of the embedded engine', () => {
  const engine = useEmbeddedEngine();

  test.each([
    ['python', 'while True: pass'],
    ['python', 'import time; time.sleep(1000)'],
    ['python', 'import re; re.match("(a+)+$", "a" * 40 + "b")'],
    ['javascript', 'while (true);'],
    ['javascript', 'setTimeout(() => {}, 1e6)'],
    ['javascript', '/^(a+)+$/.test("a".repeat(40) + "b")'],
    ['javascript', 'try { for (;;); } finally { for (;;); }'],
  ])('ends at its time limit: %s %s', async (language, code) => {
    const result = await run(engine(), { language, code, timeoutMs: 500 });
    expect(result).toMatchObject({ status: 'timed_out', exitCode: null, signal: 'SIGKILL' });
    expect(result.durationMs).toBeGreaterThanOrEqual(490);
  });

  test('gives the files of a program that was asleep when its time was up', async () => {
    const code = 'open("log", "w").write("partial")\nimport time\ntime.sleep(60)';
    const result = await run(engine(), { code, timeoutMs: 3000 });
    expect([result.status, filesOf(result)]).toEqual(['timed_out', { log: 'partial' }]);
  });

  test.each([
    ['python', 'a = [0] * 10**9'],
    ['python', 'a = []\nwhile True: a.append(bytearray(1 << 20))'],
    ['javascript', 'const a = []; while (true) a.push(new Uint8Array(1 << 20))'],
    ['javascript', 'const a = []; while (true) a.push({ a })'],
    ['javascript', 'let s = "x"; while (true) s += s'],
  ])('that allocates more memory than its limit is out of memory: %s %s', async (language, code) => {
    const result = await run(engine(), { language, code, memoryMb: 64 });
    expect(result.status).toMatch(/^(out_of_memory|failed)$/);
    expect(result.memoryPeakBytes ?? 0).toBeLessThanOrEqual(256 * 1024 * 1024);
    if (!code.includes('s += s')) expect(result.status).toBe('out_of_memory');
  });

  test('has the memory that it asks for, and no more', async () => {
    const code = (mebibytes: number) => `block = bytearray(${mebibytes} << 20)\nprint(len(block) >> 20)`;
    expect(await run(engine(), { code: code(40), memoryMb: 64 })).toMatchObject({
      status: 'succeeded',
      stdout: '40\n',
    });
    expect(await run(engine(), { code: code(70), memoryMb: 64 })).toMatchObject({ status: 'out_of_memory' });
    expect(await run(engine(), { code: code(200), memoryMb: 256 })).toMatchObject({ status: 'succeeded' });
  });

  test.each([
    ['python', 'def f(): return f()\nf()', /RecursionError/],
    ['python', 'def f(): return f()\ntry: f()\nexcept RecursionError: print("caught")', /^$/],
    ['python', 'eval("(" * 10000)', /SyntaxError|MemoryError|too many/],
    ['javascript', 'function f() { return f() + 1 }\nf()', /stack overflow/],
    ['javascript', 'JSON.parse("[".repeat(1e6))', /SyntaxError|stack/],
  ])('that recurses too deeply gets an error: %s %s', async (language, code, message) => {
    const result = await run(engine(), { language, code });
    expect(result.stderr).toMatch(message);
    expect(result.signal).toBe(null);
  });

  test.each([
    ['python', 'import os\nwhile True: os.write(1, b"x" * 65536)'],
    ['javascript', 'for (;;) console.log("x".repeat(65536))'],
  ])('has its output cut at the cap, however long it runs: %s', async (language, code) => {
    const result = await run(engine(), { language, code, timeoutMs: 5000 });
    expect(result).toMatchObject({ status: 'timed_out', stdoutTruncated: true, stderrTruncated: false });
    expect(result.stdout).toHaveLength(outputCapBytes);
  });

  test('leaves at most 32 files and 16 MiB, and counts the rest', async () => {
    const many = await run(engine(), { code: 'for i in range(40): open(f"f{i}", "w").write("x")' });
    expect([many.files.length, many.filesOmitted]).toEqual([32, { count: 8, size: 0, unreadable: 0 }]);
    const code = 'open("a", "wb").truncate(16 << 20); open("b", "wb").truncate(40 << 20); open("c", "w").write("x")';
    const large = await run(engine(), { code });
    expect([large.files.map(({ path }) => path), large.filesOmitted]).toEqual([
      ['a'],
      { count: 0, size: 2, unreadable: 0 },
    ]);
  });

  test.each([
    ['of 64 MiB of files', 'f = open("big", "wb")\nwhile True: f.write(b"x" * (1 << 20))'],
    ['of 4,096 files', 'n = 0\nwhile True:\n  open(f"f{n}", "w").close(); n += 1'],
    ['of a file that claims a tebibyte', 'open("sparse", "wb").truncate(1 << 40)'],
  ])('is refused more than its disk has: %s', async (_what, code) => {
    const result = await run(engine(), { code });
    expect(result).toMatchObject({ status: 'failed', exitCode: 1 });
    expect(result.stderr).toMatch(/No space left on device/);
  });

  test('of more than 256 MiB is refused with what to do', async () => {
    const refused = { code: 'memory_needs_docker', status: 422, message: expect.stringContaining('npm run engine') };
    await expect(run(engine(), { memoryMb: 257 })).rejects.toMatchObject(refused);
    expect(() => engine().admit(jobOf({ language: 'python', memoryMb: 257 }))).toThrow(
      expect.objectContaining(refused),
    );
  });

  test('in a language that only Docker has is refused with what to do', async () => {
    const refused = { code: 'language_needs_docker', status: 422, message: expect.stringContaining('npm run engine') };
    await expect(run(engine(), { language: 'bash' })).rejects.toMatchObject(refused);
    expect(() => engine().admit(jobOf({ language: 'bash' }))).toThrow(expect.objectContaining(refused));
  });

  test('cannot have the network', async () => {
    await expect(run(engine(), { network: 'full' })).rejects.toMatchObject({ code: 'engine_unavailable' });
  });

  test('that is cancelled ends as cancelled, busy or not yet begun', async () => {
    const cancel = new AbortController();
    const running = run(engine(), { code: 'while True: pass' }, cancel.signal);
    setTimeout(() => cancel.abort(), 300);
    expect(await running).toMatchObject({ status: 'cancelled', exitCode: null });
    expect(await run(engine(), {}, AbortSignal.abort())).toMatchObject({ status: 'cancelled', startupMs: 0 });
  });
});
