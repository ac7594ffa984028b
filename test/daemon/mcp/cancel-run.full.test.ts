import { expect, it } from 'vitest';
import { asKey } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { connectAgent } from './agent.ts';

const daemon = testDaemonOfFile();

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
