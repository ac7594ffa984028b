import { expect, test } from 'vitest';
import type { Engine, SandboxJob, SandboxResult } from '../../src-daemon/engine/engine.ts';
import { type ProgramInput, StdinClosedError } from '../../src-daemon/wire/program-input.ts';
import { until } from '../support/until.ts';

interface OpenRun {
  input: ProgramInput;
  result: Promise<SandboxResult>;
  stdout: () => string;
  cancel: () => void;
}

/** Starts a job with open input, and resolves when its program takes input. */
async function startOpen(engine: Engine, job: SandboxJob): Promise<OpenRun> {
  const started = Promise.withResolvers<ProgramInput>();
  const cancellation = new AbortController();
  const chunks: Uint8Array[] = [];
  const result = engine.run(
    { ...job, opensStdin: true },
    {
      signal: cancellation.signal,
      onInput: started.resolve,
      onOutput: (_stream, chunk) => chunks.push(Buffer.from(chunk)),
    },
  );
  result.catch(started.reject);
  const stdout = () => Buffer.concat(chunks).toString('latin1');
  return { input: await started.promise, result, stdout, cancel: () => cancellation.abort() };
}

/** Defines the tests of input that follows while the program runs, for one engine. */
export function testStreamedInput(engine: () => Engine, pythonJob: (code: string, timeoutMs?: number) => SandboxJob) {
  const start = (code: string, timeoutMs?: number) => startOpen(engine(), pythonJob(code, timeoutMs));
  const echo = 'import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(b"<" + line); sys.stdout.flush()';

  test('reaches the program as it comes, byte for byte, and ends when it is ended', async () => {
    const { input, result, stdout } = await start(echo);
    await input.write(Buffer.from([0, 0xff, 10]));
    await until(() => stdout() === '<\0\u00ff\n');
    await input.write(Buffer.from('last'));
    input.endInput();
    expect(await result).toMatchObject({ status: 'succeeded', exitCode: 0 });
    expect(stdout()).toBe('<\0\u00ff\n<last');
    await expect(input.write(Buffer.from('late'))).rejects.toBeInstanceOf(StdinClosedError);
  });

  test('waits while the program does not read, and arrives whole', async () => {
    const code = 'import sys, time\ntime.sleep(0.5)\nprint(len(sys.stdin.buffer.read()))';
    const { input, result, stdout } = await start(code);
    const begun = performance.now();
    for (let sent = 0; sent < 64; sent++) await input.write(Buffer.alloc(64 * 1024, 'x'));
    expect(performance.now() - begun).toBeGreaterThan(100);
    input.endInput();
    await result;
    expect(stdout()).toBe(`${64 * 64 * 1024}\n`);
  });

  test('that the program does not read is refused when it has exited', async () => {
    const { input, result } = await start('import time; time.sleep(0.3)');
    const sending = (async () => {
      for (;;) await input.write(Buffer.alloc(64 * 1024));
    })();
    await expect(sending).rejects.toBeInstanceOf(StdinClosedError);
    expect(await result).toMatchObject({ status: 'succeeded' });
  });

  test('does not extend the time limit of a program that waits for it', async () => {
    const { result } = await start('print(input())', 400);
    expect(await result).toMatchObject({ status: 'timed_out' });
  });

  test('ends with a run that is cancelled', async () => {
    const { input, result, cancel } = await start('print(input())');
    cancel();
    expect(await result).toMatchObject({ status: 'cancelled' });
    await expect(input.write(Buffer.from('late'))).rejects.toBeInstanceOf(StdinClosedError);
  });
}
