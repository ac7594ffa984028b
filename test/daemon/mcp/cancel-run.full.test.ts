import { expect, it } from 'vitest';
import { asKey } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { connectAgent } from './agent.ts';

const daemon = testDaemonOfFile();

describeWithEngine('an agent that stops waiting for its run', () => {
  it('finds the result, because only its own time limit was over', async () => {
    const user = await daemon().newUser();
    const { client } = await connectAgent(daemon().url, user);
    const call = { name: 'run_code', arguments: { language: 'bash', code: '# patient\nsleep 3; echo done' } };
    await expect(client.callTool(call, undefined, { timeout: 1000 })).rejects.toThrow('timed out');
    const listed = await client.callTool({ name: 'list_runs', arguments: { limit: 1 } });
    const { runs } = listed.structuredContent as { runs: { id: string; status: string }[] };
    expect(runs).toMatchObject([{ language: 'bash', name: expect.stringContaining('patient'), exitCode: null }]);
    const read = () => client.callTool({ name: 'get_run', arguments: { id: runs[0]?.id } });
    await expect
      .poll(async () => (await read()).structuredContent, { timeout: 60_000 })
      .toMatchObject({
        status: 'succeeded',
        stdout: 'done\n',
      });
    await client.close();
  });

  it('cancels it by cancelling the call', async () => {
    const user = await daemon().newUser();
    const { client } = await connectAgent(daemon().url, user);
    const abort = new AbortController();
    const call = { name: 'run_code', arguments: { language: 'bash', code: 'sleep 60' } };
    const calling = client.callTool(call, undefined, { signal: abort.signal });
    const statuses = async () => {
      const listed = await client.callTool({ name: 'list_runs', arguments: {} });
      return (listed.structuredContent as { runs: { status: string }[] }).runs.map(({ status }) => status);
    };
    await expect.poll(statuses, { timeout: 60_000 }).toEqual(['running']);
    abort.abort('the user has changed its mind');
    await expect(calling).rejects.toThrow();
    await expect.poll(statuses, { timeout: 60_000 }).toEqual(['cancelled']);
    await client.close();
  });
});

describeWithEngine('an agent that ends the run of another client', () => {
  it('gets its output as text, also if the client asked for its exact bytes', async () => {
    const user = await daemon().newUser();
    const stream = await openEventStream(daemon().url, {
      method: 'POST',
      path: '/api/v1/execute',
      headers: asKey(user.apiKey),
      body: { language: 'bash', code: "printf 'caf\\351 \\n'; sleep 60", outputEncoding: 'base64' },
    });
    const started = await stream.next();
    expect(await stream.next()).toMatchObject({ event: 'stdout', data: { encoding: 'base64' } });
    const { client } = await connectAgent(daemon().url, user);
    const cancelled = await client.callTool({ name: 'cancel_run', arguments: { id: started?.data.id } });
    const output = { status: 'cancelled', stdout: 'caf\ufffd \n' };
    expect(cancelled.structuredContent).toMatchObject(output);
    const read = await client.callTool({ name: 'get_run', arguments: { id: started?.data.id } });
    expect(read.structuredContent).toMatchObject(output);
    await client.close();
    stream.drop();
  });
});
