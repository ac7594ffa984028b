/** The event streams of processes, on a real engine. */
import { expect, it } from 'vitest';
import { ProcessEvent } from '../../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { pathOf } from '../../../support/api-client.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import type { ReceivedEvent } from '../../../support/event-stream.ts';
import { openSandbox } from '../../../support/sandboxes/api-sandbox.ts';

const daemon = testDaemonOfFile();
const mebibyte = 1024 * 1024;

const textOf = (events: ReceivedEvent[], name: string) =>
  events
    .filter(({ event }) => event === name)
    .map(({ data }) => data.text)
    .join('');

describeWithEngine('the stream of a process', () => {
  it('loses nothing of a program that prints faster than its client reads, and can be resumed', async () => {
    const { client } = await daemon().newUser();
    const sandbox = await openSandbox(client);
    const opened = await sandbox.streamRun({ shell: 'head -c 8000000 /dev/zero | tr "\\0" a; echo end' });
    const first = await opened.next();
    const events = [first, ...(await opened.rest())].filter((event) => event !== undefined);
    for (const { event, data } of events) ProcessEvent.parse({ event, data });
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    expect(textOf(events, 'stdout').length).toBe(8_000_004);
    expect(events.at(-1)).toMatchObject({ event: 'finished', data: { status: 'succeeded', stdoutTruncated: true } });
    const path = pathOf('/api/v1/sandboxes/:id/processes/:pid/events', {
      id: sandbox.id,
      pid: String(first?.data.pid),
    });
    const resumed = await (await sandbox.stream(path, {})).rest();
    expect(resumed.at(0)).toMatchObject({ id: 1, event: 'started' });
    const kept = textOf(resumed, 'stdout');
    expect(kept.endsWith('end\n')).toBe(true);
    expect(kept.length).toBeLessThanOrEqual(mebibyte);
    await sandbox.remove();
  });

  it('continues in another connection while the process runs', async () => {
    const { client } = await daemon().newUser();
    const sandbox = await openSandbox(client);
    const opened = await sandbox.streamRun({ shell: 'echo one; read -t 60 < <(sleep 2); echo two', timeoutMs: 60_000 });
    const started = await opened.next();
    await opened.next();
    opened.drop();
    const path = pathOf('/api/v1/sandboxes/:id/processes/:pid/events', {
      id: sandbox.id,
      pid: String(started?.data.pid),
    });
    const resumed = await sandbox.stream(path, { headers: { 'last-event-id': '2' } });
    const events = await resumed.rest();
    expect(textOf(events, 'stdout')).toBe('two\n');
    expect(events.at(-1)).toMatchObject({ event: 'finished', data: { stdout: 'one\ntwo\n', status: 'succeeded' } });
    await sandbox.remove();
  });
});
