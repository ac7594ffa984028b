import { expect, test } from 'vitest';
import { describeWithDocker, type Fixture, jobOf, run } from '../../docker-fixture.ts';
import type { JobInput } from '../run-jobs.ts';
import { bashTalkers, processorCounts, servers, talkers } from './programs.ts';

const timeoutMs = 20_000;

describeWithDocker('an everyday program', suite);

function suite(fixture: () => Fixture): void {
  test.each(Object.entries(talkers))('in %s sends a line when it is printed', async (language, code) => {
    expect(await answerFirstLine(fixture(), { language, code })).toEqual({
      status: 'succeeded',
      stdout: 'first\nsecond\n',
    });
  });

  test.each(Object.entries(bashTalkers))('that Bash starts, %s, sends a line when it is printed', async (_, code) => {
    expect(await answerFirstLine(fixture(), { language: 'bash', code })).toEqual({
      ...{ status: 'succeeded', stdout: 'first\nsecond\n' },
    });
  });

  test.each(Object.entries(talkers))('in %s with the line ends of Windows does the same', async (language, code) => {
    const windows = code.replaceAll('\n', '\r\n');
    const { status, stdout, stderr } = await run(fixture().engine, {
      language,
      code: windows,
      stdin: 'second\n',
      timeoutMs,
    });
    expect({ status, stdout, stderr }).toEqual({ status: 'succeeded', stdout: 'first\nsecond\n', stderr: '' });
  });

  test.each(Object.entries(servers))('in %s reaches a server of its own at localhost', async (language, code) => {
    const { status, stdout, stderr } = await run(fixture().engine, { language, code, timeoutMs });
    expect({ status, stdout, stderr }).toEqual({ status: 'succeeded', stdout: 'hi\n', stderr: '' });
  });

  test.each(processorCounts)('in %s sees one processor', async (language, code) => {
    expect(await run(fixture().engine, { language, code, timeoutMs })).toMatchObject({ stdout: '1\n' });
  });
}

/** Runs a program that gets its input after its first line has arrived. */
async function answerFirstLine({ engine }: Fixture, input: JobInput) {
  const chunks: Uint8Array[] = [];
  const text = () => Buffer.concat(chunks).toString('utf8');
  const first = Promise.withResolvers<void>();
  const { status } = await engine.run(jobOf({ opensStdin: true, timeoutMs, ...input }), {
    signal: new AbortController().signal,
    onOutput: (stream, chunk) => {
      if (stream === 'stdout') chunks.push(Buffer.from(chunk));
      if (text().includes('first\n')) first.resolve();
    },
    onInput: (program) => {
      void first.promise.then(async () => {
        await program.write(Buffer.from('second\n'));
        program.endInput();
      });
    },
  });
  return { status, stdout: text() };
}
