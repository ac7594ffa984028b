import { expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { encryptCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { asKey } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { connectAgent, initialize } from './agent.ts';

const daemon = testDaemonOfFile();
const accept = 'application/json, text/event-stream';

describeWithEngine('an agent', () => {
  it('finds the tools, with output schemas and hints', async () => {
    const { client } = await connectAgent(daemon().url, await daemon().newUser());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      [
        'cancel_run',
        'close_sandbox',
        'create_sandbox',
        'get_run',
        'list_files',
        'list_packages',
        'list_runs',
        'list_scripts',
        'list_secret_names',
        'read_file',
        'run_cell',
        'run_code',
        'run_command',
        'run_script',
        'write_file',
      ].toSorted(),
    );
    for (const tool of tools) {
      expect(tool.outputSchema, tool.name).toBeDefined();
      expect(tool.annotations?.readOnlyHint, tool.name).toBe(/^(list|get|read)_/.test(tool.name));
    }
    expect(JSON.stringify(tools)).not.toContain('masterPassword');
    await client.close();
  });

  it('runs code under its own name in history and audit log', async () => {
    const user = await daemon().newUser();
    const { client } = await connectAgent(daemon().url, user, { name: 'Agent Smith' });
    const result = await client.callTool({ name: 'run_code', arguments: { language: 'python', code: 'print(6 * 7)' } });
    expect(result.structuredContent).toMatchObject({ status: 'succeeded', exitCode: 0, stdout: '42\n' });
    const { logs } = await user.client.call(listAuditLog, { query: { action: 'code.execute' } });
    expect(logs[0]?.metadata).toMatchObject({ source: 'Agent Smith', secretsInjected: 0 });
    const { executions } = await user.client.call(listExecutions);
    expect(executions[0]?.source).toBe('Agent Smith');
    await client.close();
  });

  it('has its name on every row of the audit log that it causes, and no other row has', async () => {
    const user = await daemon().newUser();
    const { encryptedPayload } = await user.client.call(encryptCode, {
      body: { masterPassword: 'm', code: 'print(1)' },
    });
    await user.client.call(storeCode, { params: { name: 'kept' }, body: { encryptedPayload, language: 'python' } });
    const headers = { 'x-strongroom-master-password': Buffer.from('m').toString('base64') };
    const { client } = await connectAgent(daemon().url, user, { name: 'Agent Smith', headers });
    for (const name of ['list_secret_names', 'list_scripts', 'list_packages']) await client.callTool({ name });
    await client.callTool({ name: 'run_script', arguments: { name: 'kept' } });
    await client.close();
    const { logs } = await user.client.call(listAuditLog);
    const entries = logs.map(({ action, metadata: { agent, source } }) =>
      `${action} ${agent ?? source ?? ''}`.trimEnd(),
    );
    expect(entries.toReversed()).toEqual([
      'auth.register',
      'zk.store',
      'secret.list Agent Smith',
      'zk.list Agent Smith',
      'zk.execute Agent Smith',
    ]);
  });

  it('whose key is revoked gets nothing more of the run that it waits for', async () => {
    const user = await daemon().newUser();
    const key = { name: 'agent', scopes: ['execute', 'secrets'] };
    const { apiKey, id } = await user.session.call(createApiKey, { body: key });
    const agent = daemon().client.with(asKey(apiKey));
    const begun = await agent.send({ method: 'POST', path: '/mcp', headers: { accept }, body: initialize });
    const stream = await openEventStream(daemon().url, {
      method: 'POST',
      path: '/mcp',
      headers: { ...asKey(apiKey), 'mcp-session-id': String(begun.headers['mcp-session-id']), accept },
      body: {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'run_code', arguments: { language: 'bash', code: 'sleep 20' } },
      },
    });
    await user.session.answer(revokeApiKey, { params: { id } });
    await expect(stream.rest()).rejects.toMatchObject({ code: 'ECONNRESET' });
    daemon().core.services.currentRuns.cancelAccount(user.id);
  });

  it('cannot pass for a client of ours', async () => {
    const user = await daemon().newUser();
    const { client } = await connectAgent(daemon().url, user, { name: 'interface' });
    await client.callTool({ name: 'run_code', arguments: { language: 'bash', code: 'true' } });
    const { executions } = await user.client.call(listExecutions);
    expect(executions[0]?.source).toBe('agent interface');
    await client.close();
  });

  it('gets no secret that it does not name, and never a value', async () => {
    const user = await daemon().newUser();
    await user.client.call(putSecret, { params: { name: 'TOKEN' }, body: { value: 'value-of-the-token' } });
    const { client } = await connectAgent(daemon().url, user);
    const names = await client.callTool({ name: 'list_secret_names', arguments: {} });
    expect(names.structuredContent).toEqual({ secrets: [{ name: 'TOKEN', description: '' }] });
    const code = 'import os\nprint(os.environ.get("TOKEN"))';
    const run = (more: object) =>
      client.callTool({ name: 'run_code', arguments: { language: 'python', code, ...more } });
    expect((await run({})).structuredContent).toMatchObject({ stdout: 'None\n' });
    const named = await run({ secrets: ['TOKEN'] });
    expect(named.structuredContent).toMatchObject({ stdout: '***\n' });
    await client.close();
  });

  it('sees images as images and other files as resources that it can read', async () => {
    const { client } = await connectAgent(daemon().url, await daemon().newUser());
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const code = `import base64\nopen("p.png","wb").write(base64.b64decode("${png}"))\nopen("d ata.bin","wb").write(b"\\0\\1")`;
    const { content } = await client.callTool({ name: 'run_code', arguments: { language: 'python', code } });
    const blocks = content as { type: string; data?: string; mimeType?: string; uri?: string }[];
    expect(blocks.find(({ type }) => type === 'image')).toMatchObject({ data: png, mimeType: 'image/png' });
    const link = blocks.find(({ type }) => type === 'resource_link');
    const { contents } = await client.readResource({ uri: link?.uri ?? '' });
    expect(contents[0]).toMatchObject({ blob: 'AAE=' });
    await client.close();
  });

  it('hears of progress, and a cancelled call ends the run', async () => {
    const user = await daemon().newUser();
    const { client } = await connectAgent(daemon().url, user);
    const cancel = new AbortController();
    const messages: string[] = [];
    const call = client.callTool(
      { name: 'run_code', arguments: { language: 'python', code: 'import time\nprint("at work")\ntime.sleep(60)' } },
      undefined,
      {
        signal: cancel.signal,
        onprogress: ({ message = '' }) => {
          messages.push(message);
          cancel.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    // The run waits in the queue where other tests use all sandboxes.
    expect(messages[0]).toMatch(/^(queued|started) run_/);
    const status = async () => (await user.client.call(listExecutions)).executions[0]?.status;
    await expect.poll(status, { timeout: 20_000 }).toBe('cancelled');
    await client.close();
  });

  it('learns from an error what was wrong', async () => {
    const { client } = await connectAgent(daemon().url, await daemon().newUser());
    const unknown = await client.callTool({ name: 'run_code', arguments: { language: 'cobol', code: 'x' } });
    expect(unknown).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('unknown_language') }] });
    const lost = await client.callTool({ name: 'get_run', arguments: { id: 'run_none' } });
    expect(lost).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('execution_not_found') }] });
    await client.close();
  });

  it('with a key of one scope uses the tools of that scope only', async () => {
    const user = await daemon().newUser();
    const { apiKey } = await user.client.call(createApiKey, { body: { name: 'look', scopes: ['packages'] } });
    const { client } = await connectAgent(daemon().url, { apiKey });
    const calls = {
      run_code: { language: 'bash', code: 'true' },
      list_secret_names: {},
      list_scripts: {},
      get_run: { id: 'x' },
    };
    for (const [name, args] of Object.entries(calls)) {
      const result = await client.callTool({ name, arguments: args });
      expect(result, name).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('forbidden') }] });
    }
    expect(await client.callTool({ name: 'list_packages', arguments: {} })).toMatchObject({
      structuredContent: { packages: [] },
    });
    await client.close();
  });

  it("cannot use another credential's session", async () => {
    const [owner, stranger] = [await daemon().newUser(), await daemon().newUser()];
    const begun = await owner.client.send({ method: 'POST', path: '/mcp', headers: { accept }, body: initialize });
    const session = { 'mcp-session-id': String(begun.headers['mcp-session-id']), accept };
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };
    const own = await owner.client.send({ method: 'POST', path: '/mcp', headers: session, body: list });
    expect(own.status).toBe(200);
    const stolen = await stranger.client.send({ method: 'POST', path: '/mcp', headers: session, body: list });
    expect(stolen).toMatchObject({ status: 404, json: { error: { code: 'session_not_found' } } });
    expect((await owner.client.send({ method: 'DELETE', path: '/mcp', headers: session })).status).toBe(200);
    expect((await owner.client.send({ method: 'POST', path: '/mcp', headers: session, body: list })).status).toBe(404);
  });
});
