/** Every consumer of a run learns how many of its files are missing from the results, why, and what to do. */
import { expect, it } from 'vitest';
import { omittedNotices } from '../../../src-daemon/executions/files/omitted-notice.ts';
import { createSealedHistory } from '../../../src-daemon/executions/sealed-history.ts';
import { type ExecuteResponse, execute, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { commandWithDaemon } from '../../cli/command.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { openEventStream } from '../../support/event-stream.ts';
import { connectAgent } from '../mcp/agent.ts';

const code = `
head -c 17M /dev/zero > a-large
echo x > b-shut; chmod 000 b-shut
for i in $(seq 35); do echo $i > f$i; done`;
const notice =
  '5 files were left out of the results: 3 beyond the limit of 32 files, 1 beyond the limit of 16 MiB for all files, ' +
  '1 could not be read (no permission, or too many folders deep). Write fewer files or one archive. Write smaller ' +
  'files. Make files and folders readable (chmod u+rX) before the program ends.';
const body = { language: 'bash', code };

it('nothing is said of files that are all there, and one file is one', () => {
  expect(omittedNotices({ count: 0, size: 0, unreadable: 0 })).toEqual([]);
  expect(omittedNotices({ count: 0, size: 1, unreadable: 0 })).toEqual([
    '1 file was left out of the results: 1 beyond the limit of 16 MiB for all files. Write smaller files.',
  ]);
});

it('notices come back from the history, in a list and whole', async () => {
  const history = createSealedHistory(new Uint8Array(32));
  const run = { accountId: 1, id: 'run_x' };
  const answer = { stdout: 'x'.repeat(5000), stderr: '', files: [], notices: [notice] };
  const sealed = await history.sealOutput(run, answer as unknown as ExecuteResponse);
  if (sealed.output === null) throw new Error('the output is longer than a preview');
  expect(history.openOutput(run, 'preview', sealed.preview).notices).toEqual([notice]);
  expect(history.openOutput(run, 'output', sealed.output).notices).toEqual([notice]);
});

describeWithEngine('files that were left out are in the notices', () => {
  const daemon = testDaemonOfFile();
  const fixture = commandWithDaemon();

  it('of the answer, and of the run when it is read', async () => {
    const { client } = await daemon().newUser();
    const { id, notices, files } = await client.call(execute, { body });
    expect([notices, files.length]).toEqual([[notice], 32]);
    expect((await client.call(readExecution, { params: { id } })).notices).toEqual([notice]);
  });

  it('of the event stream', async () => {
    const { client } = await daemon().newUser();
    const options = { method: 'POST', path: execute.path, headers: client.credential, body };
    const events = await (await openEventStream(daemon().url, options)).rest();
    expect(events.at(-1)).toMatchObject({ event: 'finished', data: { notices: [notice] } });
  });

  it('of the command line, on stderr', async () => {
    const { command } = await fixture.forNewUser();
    expect(await command.run(['exec', 'bash', code])).toMatchObject({ stdout: '', stderr: `strongroom: ${notice}\n` });
  });

  it('of the answer to an agent, in its text and its structure', async () => {
    const { client } = await connectAgent(daemon().url, await daemon().newUser(), { name: 'Agent Smith' });
    const { content, structuredContent } = await client.callTool({ name: 'run_code', arguments: body });
    expect(structuredContent).toMatchObject({ notices: [notice] });
    expect(JSON.stringify(content)).toContain(notice);
    await client.close();
  });
});
