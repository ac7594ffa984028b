/** Input that clients send to a program while it runs, and output as exact bytes. */
import { expect, it } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { writeExecutionInput } from '../../../src-shared/contracts/executions/execution-input.contract.ts';
import {
  cancelExecution,
  ExecutionEvent,
  execute,
  readExecution,
} from '../../../src-shared/contracts/executions.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { type ApiClient, asKey } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { type EventStream, openEventStream } from '../../support/event-stream.ts';

const daemon = testDaemonOfFile();
const mebibyte = 1024 * 1024;

/** Starts a run with open input by its event stream. */
async function startOpen(client: ApiClient, body: object): Promise<{ id: string; events: EventStream }> {
  const request = { language: 'python', openStdin: true, ...body };
  const path = `${execute.path}/stream`;
  const events = await openEventStream(daemon().url, {
    method: 'POST',
    path,
    headers: client.credential,
    body: request,
  });
  const started = await events.next();
  return { id: started?.data.id, events };
}

const part = (id: string, body: unknown, end?: boolean) => ({
  params: { id },
  body,
  ...(end && { query: { end: 'true' } }),
});

describeWithEngine('the open input of a run', () => {
  it('takes parts byte for byte while the program answers, and the history has none of them', async () => {
    const { client } = await daemon().newUser();
    const code = 'import sys\nfor line in sys.stdin.buffer: sys.stdout.write(f"{line}\\n")';
    const { id, events } = await startOpen(client, { code });
    await client.call(writeExecutionInput, part(id, Buffer.from('typed-by-hand\n')));
    expect(await events.next()).toMatchObject({ event: 'stdout', data: { text: "b'typed-by-hand\\n'\n" } });
    await client.call(writeExecutionInput, part(id, Buffer.from([0, 0xff])));
    await client.call(writeExecutionInput, part(id, Buffer.alloc(0), true));
    const last = (await events.rest()).at(-1);
    expect(last).toMatchObject({ event: 'finished', data: { exitCode: 0 } });
    expect(last?.data.stdout).toBe("b'typed-by-hand\\n'\nb'\\x00\\xff'\n");
    const { request } = await client.call(readExecution, { params: { id } });
    expect(request).toEqual({ language: 'python', code, openStdin: true });
    expect(JSON.stringify(await client.call(listAuditLog))).not.toContain('typed-by-hand');
  });

  it('answers when the program has read, and refuses what it does not read', async () => {
    const { client } = await daemon().newUser();
    const { id, events } = await startOpen(client, { code: 'import time; time.sleep(0.5)' });
    const begun = performance.now();
    const refusal = await client.refusal(writeExecutionInput, part(id, Buffer.alloc(mebibyte)));
    expect(refusal).toMatchObject({ status: 409, code: 'execution_finished' });
    expect(performance.now() - begun).toBeGreaterThan(300);
    expect((await events.rest()).at(-1)).toMatchObject({ event: 'finished', data: { exitCode: 0 } });
    const late = await client.refusal(writeExecutionInput, part(id, Buffer.from('x')));
    expect(late).toMatchObject({ code: 'execution_finished' });
  });

  it('reaches a compiled program, whose compiler gets none of it', async () => {
    const { client } = await daemon().newUser();
    const code = 'const text: string = require("node:fs").readFileSync(0, "utf8"); console.log(text.length);';
    const { id, events } = await startOpen(client, { language: 'typescript', code });
    await client.call(writeExecutionInput, part(id, Buffer.from('four'), true));
    expect((await events.rest()).at(-1)).toMatchObject({ data: { stdout: '4\n' } });
  });

  it('is refused after its end, for a run without it, in parts over 8 MiB, and for an unknown run', async () => {
    const { client } = await daemon().newUser();
    const { id, events } = await startOpen(client, { code: 'import time; time.sleep(20)' });
    const large = await client.refusal(writeExecutionInput, part(id, Buffer.alloc(8 * mebibyte + 1)));
    expect(large).toMatchObject({ code: 'too_large' });
    await client.call(writeExecutionInput, part(id, Buffer.from('x'), true));
    expect(await client.refusal(writeExecutionInput, part(id, ''))).toMatchObject({ code: 'stdin_ended' });
    const closed = await startOpen(client, { code: 'import time; time.sleep(20)', openStdin: false });
    expect(await client.refusal(writeExecutionInput, part(closed.id, ''))).toMatchObject({ code: 'stdin_not_open' });
    expect(await client.refusal(writeExecutionInput, part('run_x', ''))).toMatchObject({ code: 'execution_not_found' });
    for (const run of [id, closed.id]) await client.call(cancelExecution, { params: { id: run } });
    expect((await events.rest()).at(-1)).toMatchObject({ data: { status: 'cancelled' } });
  });

  it('belongs to the key that started the run, even for a key that may read it', async () => {
    const user = await daemon().newUser();
    const { id } = await startOpen(user.client, { code: 'print(input())' });
    const narrow = await user.session.call(createApiKey, { body: { name: 'narrow', scopes: ['execute'] } });
    const stranger = await daemon().newUser();
    const code = async (client: ApiClient) => (await client.refusal(writeExecutionInput, part(id, 'x'))).code;
    expect(await code(user.session)).toBe('forbidden');
    expect(await code(user.client.with(asKey(narrow.apiKey)))).toBe('execution_not_found');
    expect(await code(stranger.client)).toBe('execution_not_found');
    await user.client.call(writeExecutionInput, part(id, 'own\n'));
    expect((await user.client.call(cancelExecution, { params: { id } }).catch(() => undefined))?.id ?? id).toBe(id);
  });

  it('cannot be combined with stdin, and a run that waits for it has its time limit', async () => {
    const { client } = await daemon().newUser();
    const both = { language: 'python', code: '', stdin: '', openStdin: true };
    expect(await client.refusal(execute, { body: both })).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'openStdin' }],
    });
    const waiting = await client.call(execute, {
      body: { language: 'python', code: 'print(input())', openStdin: true, timeoutMs: 300 },
    });
    expect(waiting.status).toBe('timed_out');
  });
});

describeWithEngine('output as exact bytes', () => {
  const code = [
    'import os, sys',
    'sys.stdout.buffer.write(bytes(range(256)) + os.environ.get("TOKEN", "").encode())',
    'sys.stderr.write("grüße")',
  ].join('\n');
  const allBytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));

  it('is base64 in the answer, the events and the history, with secrets masked', async () => {
    const { client } = await daemon().newUser();
    await client.call(putSecret, { params: { name: 'TOKEN' }, body: { value: 'sécret-välue' } });
    const path = `${execute.path}/stream`;
    const body = { language: 'python', code, outputEncoding: 'base64' };
    const events = await (
      await openEventStream(daemon().url, { method: 'POST', path, headers: client.credential, body })
    ).rest();
    for (const { event, data } of events) ExecutionEvent.parse({ event, data });
    const printed = events
      .filter(({ event }) => event === 'stdout')
      .map(({ data }) => Buffer.from(data.text, 'base64'));
    const expected = Buffer.concat([allBytes, Buffer.from('***')]);
    expect(Buffer.concat(printed)).toEqual(expected);
    const { data } = events.at(-1) ?? {};
    expect(data).toMatchObject({ outputEncoding: 'base64', stdout: expected.toString('base64') });
    expect(Buffer.from(data.stderr, 'base64').toString()).toBe('grüße');
    expect(data).not.toHaveProperty('stdoutNotUtf8');
    for (const isKept of [false, true]) {
      if (isKept) daemon().core.services.currentRuns.forget(data.id);
      const stored = await client.call(readExecution, { params: { id: data.id } });
      expect(stored).toMatchObject({ outputEncoding: 'base64', stdout: expected.toString('base64') });
    }
  });

  it('is text in the history where it is UTF-8', async () => {
    const { client } = await daemon().newUser();
    const body = { language: 'bash', code: 'echo grüße', outputEncoding: 'base64' };
    const answer = await client.call(execute, { body });
    expect(Buffer.from(answer.stdout, 'base64').toString()).toBe('grüße\n');
    const stored = await client.call(readExecution, { params: { id: answer.id } });
    expect([stored.stdout, stored.outputEncoding]).toEqual(['grüße\n', undefined]);
  });

  it('has its place between both ends of long output', async () => {
    const { client } = await daemon().newUser();
    const long = 'import sys; sys.stdout.buffer.write(b"\\xff" * 700_000 + b"\\n" + b"\\xfe" * 700_000)';
    const body = { language: 'python', code: long, outputEncoding: 'base64', outputKeep: 'ends' };
    const { stdout, stdoutGap } = await client.call(execute, { body });
    const bytes = Buffer.from(stdout, 'base64');
    const line = bytes.subarray(bytes.indexOf('['), bytes.lastIndexOf('\n') + 1).toString();
    expect(line).toContain('bytes are missing here');
    expect([bytes[0], bytes.at(-1)]).toEqual([0xff, 0xfe]);
    expect(bytes.length - Buffer.byteLength(line) - (bytes.length > 0 ? 1 : 0) + (stdoutGap?.bytes ?? 0)).toBe(
      1_400_001,
    );
  });

  it('is marked where text has U+FFFD instead, but not where the program printed that itself', async () => {
    const { client } = await daemon().newUser();
    const lossy = await client.call(execute, { body: { language: 'python', code } });
    expect(lossy.stdout).toContain('\ufffd');
    expect([lossy.stdoutNotUtf8, lossy.stderrNotUtf8, lossy.outputEncoding]).toEqual([true, undefined, undefined]);
    const own = await client.call(execute, { body: { language: 'bash', code: "printf '\\xef\\xbf\\xbd'" } });
    expect([own.stdout, own.stdoutNotUtf8]).toEqual(['\ufffd', undefined]);
    const cut = await client.call(execute, { body: { language: 'bash', code: "printf '\\xc3'" } });
    expect([cut.stdout, cut.stdoutNotUtf8]).toEqual(['\ufffd', true]);
    const stored = await client.call(readExecution, { params: { id: lossy.id } });
    expect(stored.stdoutNotUtf8).toBe(true);
  });
});
