/** Agents read where programs run, and cannot run any without the permission of their user. */
import { expect, it } from 'vitest';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { clusterName, runInCluster } from '../../support/engine/cluster-engine.ts';
import { connectAgent } from './agent.ts';

const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
const running = ['create_sandbox', 'run_cell', 'run_code', 'run_command', 'run_script'];

it('names the cluster in its instructions and its tools, and this machine elsewhere', async () => {
  const user = await daemon().newUser();
  const textsOf = async () => {
    const { client } = await connectAgent(daemon().url, user);
    const { tools } = await client.listTools();
    const instructions = client.getInstructions() ?? '';
    await client.close();
    const naming = tools.filter(({ description = '' }) => description.includes('not on this machine'));
    return { instructions, naming: naming.map(({ name }) => name).toSorted(), texts: JSON.stringify(tools) };
  };
  const here = await textsOf();
  expect(here.instructions).toContain('containers on this machine.');
  expect(here.naming).toEqual([]);
  const { status } = daemon().core.engine;
  const { calls } = runInCluster(daemon().core.engine);
  const there = await textsOf();
  expect(there.instructions).toContain(`containers in the cluster ${clusterName}, not on this machine.`);
  expect(there.naming).toEqual(running);
  expect(there.texts).toContain(`Programs run in the cluster ${clusterName}, not on this machine.`);

  const { client } = await connectAgent(daemon().url, user);
  const call = { name: 'run_code', arguments: { language: 'python', code: 'print(1)' } };
  const refused = await client.callTool(call);
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^cluster_not_allowed: /) }],
  });
  expect(await client.callTool({ name: 'create_sandbox', arguments: {} })).toMatchObject({ isError: true });
  expect(calls).toEqual([]);
  await user.session.call(updateSettings, { body: { cluster: { allowed: true } } });
  expect((await client.callTool(call)).structuredContent).toMatchObject({ status: 'succeeded', place: 'cluster' });
  await client.close();
  daemon().core.engine.status = status;
});
