/** Secrets in the output of sandboxes, on a real engine. */
import { beforeAll, expect, it } from 'vitest';
import { completeCode, createContext, inspectCode } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { readProcess, waitForProcess } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../support/sandboxes/api-sandbox.ts';
import { readAuditLog } from '../../support/sandboxes/audit-rows.ts';

const daemon = testDaemonOfFile();
const secret = 'hunter2-"quoted"-0123456789';
/** Prints the secret in pieces, each in a frame of its own. */
const pieces = [
  'import os, sys, time',
  's = os.environ["TOKEN"]',
  'for stream in sys.stdout, sys.stderr:',
  '  for c in s: stream.write(c); stream.flush(); time.sleep(0.005)',
  '  stream.write("\\n")',
].join('\n');

describeWithEngine('a secret of a sandbox', () => {
  let sandbox: ApiSandbox;

  beforeAll(async () => {
    const { client } = await daemon().newUser();
    await client.call(putSecret, { params: { name: 'TOKEN' }, body: { value: secret } });
    sandbox = await openSandbox(client, { secrets: ['TOKEN'] });
  });

  it('is masked in both streams of a process, also if it is split over frames', async () => {
    expect(await sandbox.run({ code: pieces })).toMatchObject({ stdout: '***\n', stderr: '***\n' });
    const events = await (await sandbox.streamRun({ code: pieces })).rest();
    const text = events.filter(({ event }) => event === 'stdout').map(({ data }) => data.text);
    expect(text.join('')).toBe('***\n');
  });

  it('is masked in the exact bytes of a process, which it reads as base64', async () => {
    const code = `${pieces}\nsys.stdout.flush(); os.write(1, b"\\xff\\xfe")`;
    const bytes = Buffer.concat([Buffer.from('***\n'), Buffer.from([0xff, 0xfe])]);
    const exact = { stdout: bytes.toString('base64'), outputEncoding: 'base64' };
    const result = await sandbox.run({ code, outputEncoding: 'base64' });
    expect(result).toMatchObject(exact);
    expect(result).not.toHaveProperty('stdoutNotUtf8');
    const events = await (await sandbox.streamRun({ code, outputEncoding: 'base64' })).rest();
    const printed = events.filter(({ event }) => event === 'stdout').map(({ data }) => data);
    expect(printed.every(({ encoding }) => encoding === 'base64')).toBe(true);
    expect(Buffer.concat(printed.map(({ text }) => Buffer.from(text, 'base64')))).toEqual(bytes);
    const params = await sandbox.start({ code, outputEncoding: 'base64' });
    await sandbox.client.call(waitForProcess, { params, body: {} });
    expect(await sandbox.client.call(readProcess, { params })).toMatchObject(exact);
    const text = await sandbox.run({ code });
    expect(text).toMatchObject({ stdout: '***\n\ufffd\ufffd', stdoutNotUtf8: true });
    expect(text).not.toHaveProperty('stderrNotUtf8');
  });

  it('is masked in the status of a background process', async () => {
    const params = await sandbox.start({ shell: 'echo "$TOKEN"; sleep 60' });
    let stdout = '';
    while (stdout === '') ({ stdout } = await sandbox.client.call(readProcess, { params }));
    expect(stdout).toBe('***\n');
  });

  it('is masked in the output, the results, the displays and the errors of a cell', async () => {
    const code = `${pieces}\ndisplay({"text/html": f"<b>{s}</b>", "application/json": {"a": s}}, raw=True)\ns`;
    const result = await sandbox.cell(code);
    expect(result).toMatchObject({ status: 'succeeded', stdout: '***\n', stderr: '***\n' });
    expect(result.outputs).toHaveLength(2);
    const failed = await sandbox.cell('raise ValueError(s)');
    expect(failed.error).toMatchObject({ name: 'ValueError', message: '***' });
    const all = JSON.stringify([result, failed]);
    expect(all).not.toContain('hunter2');
    expect(all.split('***').length).toBeGreaterThan(6);
  });

  it('is masked in the stream of a cell', async () => {
    const events = await (await sandbox.streamCell({ code: `${pieces}\ns` })).rest();
    expect(events.at(-1)).toMatchObject({ event: 'finished', data: { status: 'succeeded' } });
    expect(JSON.stringify(events)).not.toContain('hunter2');
    const text = events.filter(({ event }) => event === 'stdout').map(({ data }) => data.text);
    expect(text.join('')).toBe('***\n');
  });

  it('is masked in completions and inspections', async () => {
    const { client, id } = sandbox;
    await sandbox.cell('import os; held = os.environ["TOKEN"]\nclass C: pass\nc = C(); setattr(c, held, 1)');
    const params = { id, cid: 'default' };
    const inspection = await client.call(inspectCode, { params, body: { code: 'held', cursor: 4 } });
    expect(JSON.stringify(inspection)).not.toContain('hunter2');
    const completion = await client.call(completeCode, { params, body: { code: 'c.', cursor: 2 } });
    expect(JSON.stringify(completion)).not.toContain('hunter2');
  });

  it('is masked in a context with variables of its own, in another language', async () => {
    const { client, id } = sandbox;
    const body = { language: 'javascript', env: { OTHER: 'x' } };
    const { id: cid } = await client.call(createContext, { params: { id }, body });
    const result = await sandbox.cell('console.log(process.env.TOKEN); [process.env.TOKEN, process.env.OTHER]', {
      cid,
    });
    expect(result.stdout).toBe('***\n');
    expect(result.outputs[0]?.data['text/plain']).toContain("'x'");
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  it('is in no log, audit row or file of the daemon in plain text', async () => {
    expect(await daemon().readLog()).not.toContain('hunter2');
    const user = { client: sandbox.client } as Parameters<typeof readAuditLog>[0];
    expect(JSON.stringify(await readAuditLog(user, 'sandbox.execute'))).not.toContain('hunter2');
  });
});
