/** Runs with `outputKeep: "ends"`, from the request to the history. */
import { expect, it } from 'vitest';
import {
  cancelExecution,
  ExecutionEvent,
  execute,
  listExecutions,
  readExecution,
} from '../../../src-shared/contracts/executions.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { pathOf } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream, type ReceivedEvent } from '../../support/event-stream.ts';

const daemon = testDaemonOfFile();
const half = 512 * 1024;
/** 5,000,000 bytes in lines of 10. */
const fiveMegabytes = 'seq -f "%09.0f" 1 500000';

const run = ({ client }: TestUser, body: object) =>
  client.call(execute, { body: { language: 'bash', outputKeep: 'ends', ...body } });

const open = ({ client }: TestUser, body: object) =>
  openEventStream(daemon().url, {
    method: 'POST',
    path: execute.path,
    headers: client.credential,
    body: { language: 'bash', outputKeep: 'ends', ...body },
  });

const partsOf = (events: ReceivedEvent[], name: string) => events.filter(({ event }) => event === name);
const textOf = (events: ReceivedEvent[], name: string) =>
  partsOf(events, name)
    .map(({ data }) => data.text)
    .join('');

describeWithEngine('a run that keeps both ends', () => {
  it('answers the first and the last lines, and how many bytes are missing in which line', async () => {
    const user = await daemon().newUser();
    const { id, stdout, stderr, stdoutTruncated, stderrTruncated, stdoutGap, stderrGap } = await run(user, {
      code: `${fiveMegabytes}; echo all >&2`,
    });
    expect([stdoutTruncated, stderrTruncated, stderr, stderrGap]).toEqual([true, false, 'all\n', undefined]);
    const lines = stdout.split('\n');
    expect([lines[0], lines.at(-2)]).toEqual(['000000001', '000500000']);
    const bytes = 5_000_000 - (lines.length - 2) * 10;
    expect(stdoutGap).toEqual({ line: lines.findIndex((line) => line.startsWith('[')) + 1, bytes });
    expect(lines[(stdoutGap?.line ?? 0) - 1]).toBe(`[… ${bytes.toLocaleString('en-US')} bytes are missing here …]`);
    expect(Math.abs(stdout.length - 2 * half)).toBeLessThan(100);
    const kept = await user.client.call(readExecution, { params: { id } });
    expect(kept).toMatchObject({ stdout, stdoutGap, stdoutTruncated, request: { outputKeep: 'ends' } });
    const { executions } = await user.client.call(listExecutions);
    expect(executions[0]?.stdoutGap).toBeUndefined();
  });

  it('sends the head while it is printed, the printed size, then the gap and the end; again when resumed', async () => {
    const user = await daemon().newUser();
    const opened = await open(user, { code: `${fiveMegabytes}; sleep 1.5; echo last; echo error >&2` });
    const events = await opened.rest();
    for (const { event, data } of events) ExecutionEvent.parse({ event, data });
    const { data: answer } = events.at(-1) ?? { data: {} };
    expect(textOf(events, 'stdout')).toBe(answer.stdout);
    expect(textOf(events, 'stderr')).toBe('error\n');
    const gaps = partsOf(events, 'stdout').filter(({ data }) => data.missingBytes !== undefined);
    expect(gaps.map(({ data }) => data.missingBytes)).toEqual([answer.stdoutGap.bytes]);
    const printed = partsOf(events, 'printed');
    expect(printed.length).toBeGreaterThan(0);
    expect(printed[0]?.id).toBeLessThan(gaps[0]?.id ?? 0);
    const path = pathOf('/api/v1/executions/:id/events', { id: answer.id });
    const resumed = await openEventStream(daemon().url, { path, headers: user.client.credential });
    expect(await resumed.rest()).toEqual(events);
  });

  it('is whole, with no line between, where a stream has just 1 MiB', async () => {
    const user = await daemon().newUser();
    const code = 'head -c 1048576 /dev/zero | tr "\\0" x';
    const answer = await run(user, { code });
    expect([answer.stdout === 'x'.repeat(2 * half), answer.stdoutTruncated, answer.stdoutGap]).toEqual([
      true,
      false,
      undefined,
    ]);
    expect((await run(user, { code: `${code}; echo` })).stdoutGap).toEqual({ line: 2, bytes: 1 });
  });

  it('masks a secret across either cut', async () => {
    const user = await daemon().newUser();
    const value = 'hunter2-hunter3-hunter4';
    await user.client.call(putSecret, { params: { name: 'TOKEN' }, body: { value } });
    for (const shift of [0, 7, 16, 22]) {
      // One line without end, of nothing but the value: both cuts are in the middle of one.
      const code = `import os, sys\nsys.stdout.write("x" * ${shift} + os.environ["TOKEN"] * 100000)`;
      const { stdout, stdoutGap } = await run(user, { language: 'python', code });
      expect(stdoutGap?.bytes).toBeGreaterThan(1_000_000);
      expect(stdout.replace(/\[… .* …\]/, '')).toMatch(/^x*\*\*\*\n\n\*\*\*$/);
    }
  });

  it('has its end too when it is cancelled', async () => {
    const user = await daemon().newUser();
    const opened = await open(user, { code: `${fiveMegabytes}; sleep 60` });
    const started = await opened.next();
    let event = started;
    while (event !== undefined && event.data.stdoutBytes !== 5_000_000) event = await opened.next();
    const answer = await user.client.call(cancelExecution, { params: { id: started?.data.id } });
    expect([answer.status, answer.stdout.endsWith('\n000500000\n')]).toEqual(['cancelled', true]);
    await opened.rest();
  });
});

describeWithEngine('a run that says nothing of its output', () => {
  it('keeps the first 1 MiB, byte for byte', async () => {
    const user = await daemon().newUser();
    const body = { language: 'bash', code: fiveMegabytes };
    const whole = Array.from({ length: 500_000 }, (_, index) => `${String(index + 1).padStart(9, '0')}\n`).join('');
    for (const answer of [
      await user.client.call(execute, { body }),
      await run(user, { code: fiveMegabytes, outputKeep: 'head' }),
    ]) {
      expect(answer.stdout === whole.slice(0, 2 * half)).toBe(true);
      expect([answer.stdoutTruncated, answer.stdoutGap]).toEqual([true, undefined]);
    }
  });

  it('is refused where it asks for another part', async () => {
    const user = await daemon().newUser();
    const body = { language: 'bash', code: 'true', outputKeep: 'tail' };
    expect(await user.client.refusal(execute, { body })).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'outputKeep' }],
    });
  });
});
