import { beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { listSandboxes } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { connectAgent } from './agent.ts';

const daemon = testDaemonOfFile();
type Agent = Awaited<ReturnType<typeof connectAgent>>['client'];

/** The smallest PNG: one pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describeWithEngine('an agent with a sandbox', () => {
  let user: TestUser;
  let client: Agent;
  let sandboxId: string;

  /** Calls a tool and returns its structured answer. */
  async function call(name: string, args: Record<string, unknown> = {}) {
    const result = await client.callTool({ name, arguments: { sandboxId, ...args } });
    expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
    return result;
  }

  beforeAll(async () => {
    user = await daemon().newUser();
    await user.client.call(putSecret, { params: { name: 'TOKEN' }, body: { value: 'secret-of-the-agent' } });
    ({ client } = await connectAgent(daemon().url, user, { name: 'Agent Smith' }));
    const created = await client.callTool({ name: 'create_sandbox', arguments: { secrets: ['TOKEN'] } });
    expect(created.structuredContent).toMatchObject({ language: 'python', secretNames: ['TOKEN'], network: 'none' });
    sandboxId = (created.structuredContent as { id: string }).id;
    return async () => {
      await client.callTool({ name: 'close_sandbox', arguments: { sandboxId } });
      await client.close();
    };
  });

  it('keeps variables from one cell to the next', async () => {
    await call('run_cell', { code: 'x = 20' });
    expect((await call('run_cell', { code: 'print("on")\nx + 1' })).structuredContent).toMatchObject({
      ...{ status: 'succeeded', contextEnded: false, stdout: 'on\n' },
      outputs: [{ kind: 'result', mediaTypes: ['text/plain'], text: '21' }],
    });
  });

  it('gets images of a cell as images', async () => {
    const code = `import base64\nclass P:\n  def _repr_png_(self): return base64.b64decode('${png}')\nP()`;
    const { content } = await call('run_cell', { code });
    expect(content).toContainEqual({ type: 'image', data: png, mimeType: 'image/png' });
  });

  it('gets the error of a cell, and the sandbox continues', async () => {
    expect((await call('run_cell', { code: '1 / 0' })).structuredContent).toMatchObject({
      ...{ status: 'failed', error: { name: 'ZeroDivisionError' } },
    });
    expect((await call('run_cell', { code: '1' })).structuredContent).toMatchObject({ status: 'succeeded' });
  });

  it('runs commands on the files that cells and tools write', async () => {
    const written = await call('write_file', { path: 'data/in.txt', content: 'from the agent' });
    expect(written.structuredContent).toEqual({ path: 'data/in.txt', sizeBytes: 14, isNew: true });
    await call('run_cell', { code: 'open("out.txt", "w").write(open("data/in.txt").read().upper())' });
    expect((await call('run_command', { shell: 'cat out.txt; exit 3' })).structuredContent).toMatchObject({
      ...{ status: 'failed', exitCode: 3, stdout: 'FROM THE AGENT' },
    });
    expect((await call('read_file', { path: 'out.txt' })).structuredContent).toMatchObject({ text: 'FROM THE AGENT' });
    const { entries } = (await call('list_files', { depth: 2 })).structuredContent as { entries: { path: string }[] };
    expect(entries.map(({ path }) => path)).toEqual(expect.arrayContaining(['data', 'data/in.txt', 'out.txt']));
  });

  it('writes a program that commands can run', async () => {
    await call('write_file', { path: 'bin/tool', content: '#!/bin/sh\necho ran\n', executable: true });
    await call('write_file', { path: 'bin/tool', content: '#!/bin/sh\necho again\n' });
    expect((await call('run_command', { shell: 'bin/tool' })).structuredContent).toMatchObject({ stdout: 'again\n' });
  });

  it('reads an image as an image', async () => {
    await call('write_file', { path: 'p.png', content: png, encoding: 'base64' });
    expect((await call('read_file', { path: 'p.png' })).content).toContainEqual({
      ...{ type: 'image', data: png, mimeType: 'image/png' },
    });
  });

  it('sees secrets masked in output', async () => {
    const code = 'import os\nprint(os.environ["TOKEN"])\nos.environ["TOKEN"]';
    expect(JSON.stringify(await call('run_cell', { code }))).not.toContain('secret-of-the-agent');
    expect(JSON.stringify(await call('run_command', { shell: 'echo "$TOKEN"' }))).not.toContain('secret-of-the-agent');
  });

  it('gets a refusal that a model can act on', async () => {
    const both = await client.callTool({
      name: 'run_command',
      arguments: { sandboxId, shell: 'true', command: ['true'] },
    });
    expect(both).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('invalid_request') }] });
    const none = await client.callTool({ name: 'read_file', arguments: { sandboxId, path: 'none' } });
    expect(none).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('file_not_found') }] });
  });

  it('keeps its sandbox when its session ends, and records its name', async () => {
    const other = await connectAgent(daemon().url, user, { name: 'Agent Jones' });
    await other.client.callTool({ name: 'create_sandbox', arguments: {} });
    await other.transport.terminateSession();
    const { sandboxes } = await user.client.call(listSandboxes, {});
    const [kept] = sandboxes.filter(({ source }) => source === 'Agent Jones');
    expect(kept).toMatchObject({ status: 'running', idleTimeoutMs: 15 * 60_000, secretNames: [] });
    await call('close_sandbox', { sandboxId: kept?.id });
    const { logs } = await user.client.call(listAuditLog, { query: { action: 'sandbox.create' } });
    expect(logs.map(({ metadata }) => metadata.source)).toContain('Agent Jones');
  });

  it('needs the scope execute, and the right to every secret of the sandbox', async () => {
    const keyOf = async (body: { name: string; scopes: ('vault' | 'execute')[]; secretNames?: string[] }) =>
      (await user.client.call(createApiKey, { body })).apiKey;
    const without = await connectAgent(daemon().url, { apiKey: await keyOf({ name: 'v', scopes: ['vault'] }) });
    expect(await without.client.callTool({ name: 'create_sandbox', arguments: {} })).toMatchObject({
      ...{ isError: true, content: [{ text: expect.stringContaining('forbidden') }] },
    });
    const narrow = await keyOf({ name: 'n', scopes: ['execute'], secretNames: [] });
    const narrowed = await connectAgent(daemon().url, { apiKey: narrow });
    expect(await narrowed.client.callTool({ name: 'run_cell', arguments: { sandboxId, code: '1' } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('sandbox_not_found') }],
    });
    await without.client.close();
    await narrowed.client.close();
  });
});
