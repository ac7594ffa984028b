/** A key that may not use every secret sees the runs that it made itself; all others need the scope `audit`. */
import { expect, it } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import {
  cancelExecution,
  execute,
  listExecutions,
  readExecution,
  readExecutionEvents,
  readExecutionFile,
} from '../../../src-shared/contracts/executions.contract.ts';
import type { Scope } from '../../../src-shared/scopes.ts';
import { type ApiClient, asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { connectAgent } from '../mcp/agent.ts';

const daemon = testDaemonOfFile();
const leaveFile = { language: 'bash', code: 'echo printed; echo left > f.txt' };

async function keyOf(user: TestUser, key: { scopes: Scope[]; secretNames?: string[] }) {
  const { apiKey } = await user.session.call(createApiKey, { body: { name: 'narrow', ...key } });
  return { apiKey, client: user.client.with(asKey(apiKey)) };
}

const run = async (client: ApiClient) => (await client.call(execute, { body: leaveFile })).id;
const listed = async (client: ApiClient) => (await client.call(listExecutions)).executions.map(({ id }) => id);

/** Every way to a run by its id. */
const ways = [
  { spec: readExecution },
  { spec: readExecutionEvents },
  { spec: readExecutionFile, path: 'f.txt' },
  { spec: cancelExecution },
];

describeWithEngine('a key that may not use every secret', () => {
  it('sees its own runs, live and kept, and no other', async () => {
    const user = await daemon().newUser();
    const others = await run(user.client);
    for (const key of [{ scopes: ['execute', 'secrets'], secretNames: ['A'] }, { scopes: ['execute'] }]) {
      const { client } = await keyOf(user, key as { scopes: Scope[] });
      const own = await run(client);
      expect(await listed(client)).toEqual([own]);
      for (const isKept of [false, true]) {
        if (isKept) for (const id of [own, others]) daemon().core.services.currentRuns.forget(id);
        for (const { spec, path = '' } of ways)
          expect(await client.refusal(spec, { params: { id: others, path } }), spec.path).toMatchObject({
            code: 'execution_not_found',
          });
        expect((await client.call(readExecution, { params: { id: own } })).stdout).toBe('printed\n');
        const file = await client.answer(readExecutionFile, { params: { id: own, path: 'f.txt' } });
        expect(file.text).toBe('left\n');
      }
    }
  });

  it('takes up the stream of its own run and not that of another', async () => {
    const user = await daemon().newUser();
    const { client } = await keyOf(user, { scopes: ['execute'], secretNames: ['A'] });
    const body = { language: 'bash', code: 'sleep 60' };
    const stream = { method: 'POST', path: execute.path, body };
    const others = await openEventStream(daemon().url, { ...stream, headers: user.client.credential });
    const own = await openEventStream(daemon().url, { ...stream, headers: client.credential });
    const idOf = async (from: typeof own) => (await from.next())?.data.id as string;
    const [otherId, ownId] = [await idOf(others), await idOf(own)];
    for (const spec of [readExecutionEvents, cancelExecution])
      expect(await client.refusal(spec, { params: { id: otherId } })).toMatchObject({ code: 'execution_not_found' });
    expect(await client.call(cancelExecution, { params: { id: ownId } })).toMatchObject({ status: 'cancelled' });
    expect((await client.answer(readExecutionEvents, { params: { id: ownId } })).text).toContain('event: finished');
    await user.client.call(cancelExecution, { params: { id: otherId } });
  });

  it('reads all of the history with the scope audit, and cancels no run of others', async () => {
    const user = await daemon().newUser();
    const { client } = await keyOf(user, { scopes: ['execute', 'audit'], secretNames: ['A'] });
    const others = await run(user.client);
    const own = await run(client);
    expect(await listed(client)).toEqual([own, others]);
    expect((await client.call(readExecution, { params: { id: others } })).stdout).toBe('printed\n');
    expect((await client.answer(readExecutionFile, { params: { id: others, path: 'f.txt' } })).text).toBe('left\n');
    const refused = await client.refusal(cancelExecution, { params: { id: others } });
    expect(refused).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('only the runs that it started itself'),
    });
  });

  it('sees no more through the agent protocol', async () => {
    const user = await daemon().newUser();
    const others = await run(user.client);
    const { apiKey } = await keyOf(user, { scopes: ['execute'], secretNames: ['A'] });
    const { client } = await connectAgent(daemon().url, { apiKey });
    const made = await client.callTool({ name: 'run_code', arguments: leaveFile });
    const { id: own } = made.structuredContent as { id: string };
    for (const name of ['get_run', 'cancel_run'])
      expect(await client.callTool({ name, arguments: { id: others } }), name).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('execution_not_found') }],
      });
    for (const path of ['', '/files/f.txt'])
      await expect(client.readResource({ uri: `strongroom://executions/${others}${path}` })).rejects.toThrow(
        'execution_not_found',
      );
    expect(await client.callTool({ name: 'get_run', arguments: { id: own } })).toMatchObject({
      structuredContent: { stdout: 'printed\n' },
    });
    await client.close();
  });
});

describeWithEngine('a credential that may use every secret', () => {
  it('sees all runs of its account: a session, and a key with the scope secrets', async () => {
    const user = await daemon().newUser();
    const { client: narrow } = await keyOf(user, { scopes: ['execute'], secretNames: ['A'] });
    const { client: wide } = await keyOf(user, { scopes: ['execute', 'secrets'] });
    const made = [await run(narrow), await run(wide), await run(user.session)];
    for (const client of [wide, user.session]) expect(await listed(client)).toEqual(made.toReversed());
  });
});
