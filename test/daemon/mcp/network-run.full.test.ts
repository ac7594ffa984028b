/** An agent with network rules, in a real run and a real sandbox. */
import { beforeAll, expect, it } from 'vitest';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { connectAgent } from './agent.ts';

const daemon = testDaemonOfFile();
const lookUp = 'import socket\ntry: socket.getaddrinfo("other.example", 443)\nexcept OSError: print("unknown host")';
const allow = [{ host: 'api.example' }];
const blockedAt = (host: string) => ({
  hosts: [{ host, blocked: expect.any(Number), reasons: ['name_not_allowed'], wouldAllow: { host } }],
});
const blocked = blockedAt('other.example');

describeWithEngine('an agent with network rules', () => {
  let client: Awaited<ReturnType<typeof connectAgent>>['client'];
  beforeAll(async () => {
    const user = await daemon().newUser();
    await user.client.call(updateSettings, { body: { network: { ceiling: [{ host: 'api.example' }] } } });
    const body = { value: 'value-of-the-token', hosts: [{ host: 'api.example' }] };
    await user.client.call(putSecret, { params: { name: 'TOKEN' }, body });
    ({ client } = await connectAgent(daemon().url, user));
    return () => client.close();
  });

  it('learns which connections of a run were blocked', async () => {
    const args = { language: 'python', code: lookUp, network: { allow } };
    const ran = await client.callTool({ name: 'run_code', arguments: args });
    expect(ran.structuredContent).toMatchObject({ stdout: 'unknown host\n', network: blocked });
    expect(ran.content).toMatchObject([
      { text: expect.stringContaining('To allow it, add to network.allow: {"host":"other.example"}') },
    ]);
    const { id } = ran.structuredContent as { id: string };
    const read = await client.callTool({ name: 'get_run', arguments: { id } });
    expect(read.structuredContent).toMatchObject({ network: blocked });
  });

  it('learns which connections of a cell and a command were blocked', async () => {
    const created = await client.callTool({ name: 'create_sandbox', arguments: { network: { allow } } });
    expect(created.structuredContent).toMatchObject({ network: { allow } });
    const { id: sandboxId } = created.structuredContent as { id: string };
    const call = async (name: string, args: object) =>
      (await client.callTool({ name, arguments: { sandboxId, ...args } })).structuredContent as { network?: object };
    /** On a busy machine an event can arrive after its answer; then the next answer has it. A refused name is reported once. */
    const next = async (first: { network?: object }) =>
      first.network ?? (await call('run_cell', { code: '1' })).network;
    const cell = await call('run_cell', { code: lookUp });
    expect(cell).toMatchObject({ stdout: 'unknown host\n' });
    expect(await next(cell)).toMatchObject(blocked);
    expect(await call('run_cell', { code: '1' })).not.toHaveProperty('network');
    expect(await next(await call('run_command', { shell: 'getent hosts second.example; true' }))).toMatchObject(
      blockedAt('second.example'),
    );
    await client.callTool({ name: 'close_sandbox', arguments: { sandboxId } });
  });

  it('sees the hosts of a secret, and uses it as a placeholder', async () => {
    const names = await client.callTool({ name: 'list_secret_names', arguments: {} });
    expect(names.structuredContent).toEqual({ secrets: [{ name: 'TOKEN', description: '', hosts: ['api.example'] }] });
    const code = 'import os; print(os.environ["TOKEN"][:11])';
    const network = { allow: [{ host: 'api.example', secrets: ['TOKEN'] }] };
    const ran = await client.callTool({ name: 'run_code', arguments: { language: 'python', code, network } });
    expect(ran.structuredContent, JSON.stringify(ran.content)).toMatchObject({ stdout: 'srph_TOKEN_\n' });
  });

  it('learns that the settings do not allow a host', async () => {
    const network = { allow: [{ host: 'other.example' }] };
    const args = { language: 'python', code: 'pass', network };
    expect(await client.callTool({ name: 'run_code', arguments: args })).toMatchObject({
      ...{ isError: true, content: [{ text: expect.stringMatching(/^network_not_allowed: .*other\.example/) }] },
    });
  });
});
