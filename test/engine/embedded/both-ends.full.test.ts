import { describe, expect, test } from 'vitest';
import { outputHalfBytes } from '../../../src-daemon/engine/engine.ts';
import { run, useEmbeddedEngine } from './embedded-fixture.ts';

const tailBytes = outputHalfBytes + 100;
const half = (letter: string) => letter.repeat(outputHalfBytes);

describe('a run of the embedded engine that keeps both ends', () => {
  const engine = useEmbeddedEngine();

  test('has the head of each stream, and its last bytes with their position', async () => {
    const code =
      'import sys\nfor f in (sys.stdout, sys.stderr): f.write("".join(f"{n:06d}\\n" for n in range(500000)))';
    const result = await run(engine(), { code, tailBytes });
    expect(result).toMatchObject({ status: 'succeeded', stdoutTruncated: true, stderrTruncated: true });
    for (const stream of ['stdout', 'stderr'] as const) {
      const { at, text } = result.tails[stream];
      expect(result[stream].startsWith('000000\n000001\n')).toBe(true);
      expect([result[stream].length, at + text.length]).toEqual([outputHalfBytes, 3_500_000]);
      expect(text.endsWith('\n499999\n')).toBe(true);
    }
  });

  test('is whole with as much as the cap, from one write', async () => {
    const code = `process.stdout.write("x".repeat(${outputHalfBytes}) + "y".repeat(${outputHalfBytes}))`;
    const { stdout, tails, stdoutTruncated } = await run(engine(), { language: 'javascript', code, tailBytes });
    expect([stdoutTruncated, stdout === half('x'), tails.stdout.text === half('y')]).toEqual([false, true, true]);
  });

  test('has the end of a program that computed until its time was up', async () => {
    const code = 'print("x" * 3000000)\nprint("the end", flush=True)\nwhile True: pass';
    const { status, tails } = await run(engine(), { code, tailBytes, timeoutMs: 3000 });
    expect(status).toBe('timed_out');
    expect(tails.stdout.text.endsWith('x\nthe end\n')).toBe(true);
  });
});
