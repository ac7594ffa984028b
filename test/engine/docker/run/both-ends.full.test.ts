import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { outputHalfBytes } from '../../../../src-daemon/engine/engine.ts';
import { describeWithDocker, run } from '../docker-fixture.ts';

const tailBytes = outputHalfBytes + 100;
/** Prints 500,000 lines of 7 bytes: 3.5 MB. */
const lines = 'seq -f "%06.0f" 0 499999';

describeWithDocker('a run that keeps the start and the end of its output', (fixture) => {
  test('returns the head of each stream, and the last bytes with their position', async () => {
    const { engine } = fixture();
    const result = await run(engine, { code: `${lines} & ${lines} >&2 & wait; exit 4`, tailBytes });
    expect(result).toMatchObject({ exitCode: 4, stdoutTruncated: true, stderrTruncated: true });
    for (const stream of ['stdout', 'stderr'] as const) {
      expect(result[stream]).toHaveLength(outputHalfBytes);
      expect(result[stream].startsWith('000000\n000001\n')).toBe(true);
      const { at, text } = result.tails[stream];
      expect(at + text.length).toBe(3_500_000);
      expect(text.length).toBeGreaterThanOrEqual(tailBytes);
      expect(text.endsWith('\n499998\n499999\n')).toBe(true);
      expect(text.slice(6 - ((at + 6) % 7)).startsWith(`${String(Math.ceil(at / 7)).padStart(6, '0')}\n`)).toBe(true);
    }
  });

  test.each([0, 1, outputHalfBytes])('returns the whole output with %i bytes after the head', async (bytes) => {
    const code = `head -c ${outputHalfBytes} /dev/zero | tr '\\0' x; head -c ${bytes} /dev/zero | tr '\\0' y`;
    const { stdout, tails, stdoutTruncated } = await run(fixture().engine, { code, tailBytes });
    expect([stdoutTruncated, stdout === 'x'.repeat(outputHalfBytes)]).toEqual([false, true]);
    expect(tails.stdout).toEqual({ at: bytes === 0 ? 0 : outputHalfBytes, text: 'y'.repeat(bytes) });
  });

  test('returns the end of the output of a program that timed out', async () => {
    const { status, tails } = await run(fixture().engine, { code: `${lines}; sleep 60`, tailBytes, timeoutMs: 2500 });
    expect(status).toBe('timed_out');
    expect(tails.stdout.text.endsWith('499999\n')).toBe(true);
  });

  test('returns the end of 1 GB of output without delaying the program', async () => {
    const code =
      'import os, time\nblock = b"x" * 1048576\nfor n in range(1000): os.write(1, block)\nos.write(1, b"end")';
    const { tails, durationMs } = await run(fixture().engine, { language: 'python', code, tailBytes });
    expect(tails.stdout.text.endsWith('xend')).toBe(true);
    expect(tails.stdout.at + tails.stdout.text.length).toBe(1000 * 1_048_576 + 3);
    expect(durationMs).toBeLessThan(8000);
  });

  test('returns the printed output when it is cancelled', async () => {
    const cancellation = new AbortController();
    const running = run(fixture().engine, { code: `${lines}; sleep 60`, tailBytes }, cancellation.signal);
    await sleep(3000);
    cancellation.abort();
    const { status, tails } = await running;
    expect(status).toBe('cancelled');
    expect(tails.stdout.text.endsWith('499999\n')).toBe(true);
  });

  test('returns the end of the output of a program that ran out of memory', async () => {
    const code = `import sys\nfor n in range(500000): print(f"{n:06d}")\nsys.stdout.flush()\nhog = []\nwhile True: hog.append(bytearray(8 << 20))`;
    const { status, tails } = await run(fixture().engine, { language: 'python', code, tailBytes, memoryMb: 64 });
    expect(status).toBe('out_of_memory');
    expect(tails.stdout.text.endsWith('499999\n')).toBe(true);
  });
});
