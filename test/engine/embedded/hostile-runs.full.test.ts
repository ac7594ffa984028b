import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run, useEmbeddedEngine } from './embedded-fixture.ts';
import { javascriptEscapes, javascriptPrelude, pythonEscapes, pythonPrelude } from './escape-attempts.ts';

/** All of them take minutes: `STRONGROOM_HOSTILE_RUNS=1000`. */
const count = Number(process.env.STRONGROOM_HOSTILE_RUNS ?? 40);

const floods = [
  ['python', 'while True: print("x" * 100000)'],
  ['python', 'while True: pass'],
  ['python', 'a = []\nwhile True: a.append(bytearray(1 << 20))'],
  ['python', 'n = 0\nwhile True:\n  open(f"f{n}", "w").write("x" * 100000); n += 1'],
  ['javascript', 'for (;;) console.log("x".repeat(1e5))'],
  ['javascript', 'const a = []; for (;;) a.push(new Uint8Array(1 << 20))'],
  ['javascript', 'function f() { try { f() } finally { f() } } f()'],
] as const;
const programs = [
  ...floods.map(([language, code]) => ({ language, code })),
  ...Object.values(pythonEscapes).map((code) => ({ language: 'python', code: pythonPrelude + code })),
  ...Object.values(javascriptEscapes).map((code) => ({ language: 'javascript', code: javascriptPrelude + code })),
];

describe('hostile runs, one after the other and together', () => {
  const engine = useEmbeddedEngine();

  test(`${count} of them leave the engine as it was`, { timeout: 3_600_000 }, async () => {
    await run(engine(), { code: 'print(6 * 7)' });
    const before = { descriptors: openDescriptors(), heapMb: heapMb() };
    const results = await Promise.all(
      Array.from({ length: 4 }, async (_, lane) => {
        const statuses: string[] = [];
        for (let index = lane; index < count; index += 4) {
          const program = programs[index % programs.length] ?? { language: 'python', code: '' };
          const env = { HOST_FILE: '/etc/passwd', HOST_PORT: '1' };
          statuses.push((await run(engine(), { ...program, env, timeoutMs: 400, memoryMb: 64 })).status);
        }
        return statuses;
      }),
    );
    expect(results.flat()).toHaveLength(count);
    expect(new Set(results.flat())).not.toContain('cancelled');
    expect(await run(engine(), { code: 'print(6 * 7)' })).toMatchObject({ stdout: '42\n', status: 'succeeded' });
    // Neither descriptors nor memory of this process grow with the runs.
    expect(openDescriptors()).toBeLessThanOrEqual(before.descriptors + 12);
    expect(heapMb()).toBeLessThanOrEqual(before.heapMb + 64);
  });
});

function openDescriptors(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}

function heapMb(): number {
  return process.memoryUsage().heapUsed / 1024 / 1024;
}
