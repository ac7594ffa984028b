/** The history of runs: the list, a single run, its files, and the limits. */
import { expect, it } from 'vitest';
import { execute, listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

const daemon = testDaemonOfFile();

const run = ({ client }: TestUser, body: object) => client.call(execute, { body });
const list = async ({ client }: TestUser) => (await client.call(listExecutions)).executions;

describeWithEngine('the list', () => {
  it('names the client as the source, and `api` for an unknown one', async () => {
    const user = await daemon().newUser();
    const body = { language: 'bash', code: 'true' };
    for (const client of ['interface', 'cli', 'unknown'])
      await user.client.call(execute, { body, headers: { 'x-strongroom-client': client } });
    expect((await list(user)).map(({ source }) => source)).toEqual(['api', 'cli', 'interface']);
  });
});

describeWithEngine('the history', () => {
  it('keeps no more bytes than the settings say', async () => {
    const user = await daemon().newUser();
    await user.client.call(updateSettings, { body: { history: { maxBytes: 1024 * 1024 } } });
    const code = 'head -c 400000 /dev/urandom | base64 -w0';
    const ids = [];
    for (let number = 0; number < 3; number++) ids.unshift((await run(user, { language: 'bash', code })).id);
    expect((await list(user)).map(({ id }) => id)).toEqual(ids.slice(0, 1));
  });
});
