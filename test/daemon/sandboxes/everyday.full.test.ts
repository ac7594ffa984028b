/** Everyday programs in a sandbox: its cells, its processes and its files, on a real engine. */
import { beforeAll, expect, it } from 'vitest';
import { createContext } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { listEntries, readSandboxFile } from '../../../src-shared/contracts/sandboxes/files.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../support/sandboxes/api-sandbox.ts';

const daemon = testDaemonOfFile({ keepsWarm: true });
const hog = 'const all = []; for (;;) all.push(Array.from({ length: 1000 }, (_, index) => ({ index })))';

describeWithEngine('a sandbox', () => {
  let user: TestUser;
  let sandbox: ApiSandbox;

  beforeAll(async () => {
    user = await daemon().newUser();
    sandbox = await openSandbox(user.client);
  });

  async function contextOf(language: string, env: Record<string, string> = {}): Promise<string> {
    const { client, id } = sandbox;
    return (await client.call(createContext, { params: { id }, body: { language, env } })).id;
  }

  it.each([
    ['python', 'import os; os._exit(3)', { status: 'context_ended', exitCode: 3 }],
    ['python', 'import os; os.kill(os.getpid(), 11)', { status: 'context_ended', signal: 'SIGSEGV' }],
    ['javascript', 'process.kill(process.pid, "SIGBUS")', { status: 'context_ended', signal: 'SIGBUS' }],
    ['bash', 'exit 4', { exitCode: 4 }],
    ['bash', 'kill -KILL $$', { status: 'context_ended', signal: 'SIGKILL' }],
  ])('reports how a cell of %s ended its interpreter: %s', async (language, code, ending) => {
    expect(await sandbox.cell(code, { cid: await contextOf(language) })).toMatchObject(ending);
  });

  it('names the heap limit of V8 as memory, in a cell and in a process', async () => {
    const cid = await contextOf('javascript', { NODE_OPTIONS: '--max-old-space-size=40' });
    expect(await sandbox.cell(hog, { cid })).toMatchObject({
      status: 'out_of_memory',
      contextEnded: true,
      signal: 'SIGABRT',
    });
    const command = ['node', '--max-old-space-size=40', '-e', hog];
    expect(await sandbox.run({ command })).toMatchObject({ status: 'out_of_memory', signal: 'SIGABRT' });
  });

  it('resolves localhost and its own name in cells and processes', async () => {
    const code = 'import socket; print(socket.gethostbyname("localhost"), socket.gethostbyname(socket.gethostname()))';
    expect(await sandbox.cell(code)).toMatchObject({ stdout: '127.0.0.1 127.0.0.1\n' });
    expect(await sandbox.run({ code })).toMatchObject({ stdout: '127.0.0.1 127.0.0.1\n' });
    const warns = "require('node:tls').createSecureContext(); console.log('fine')";
    expect(await sandbox.cell(warns, { cid: await contextOf('javascript') })).toMatchObject({
      stdout: 'fine\n',
      stderr: '',
    });
  });

  it('stops a Bash script of Windows at its first error, in a cell and in a process', async () => {
    const code = '(set -e\r\nfalse\r\necho no)\r\n';
    expect(await sandbox.cell(code, { cid: await contextOf('bash') })).toMatchObject({ stdout: '', exitCode: 1 });
    const script = 'set -e\r\nfalse\r\necho no\r\n';
    expect(await sandbox.run({ shell: script })).toMatchObject({ stdout: '', stderr: '', exitCode: 1 });
    expect(await sandbox.run({ code: script, language: 'bash' })).toMatchObject({
      stdout: '',
      stderr: '',
      exitCode: 1,
    });
  });

  it('lists and reads files whose names are not UTF-8', async () => {
    await sandbox.run({ shell: "printf one > $'caf\\xe9'; printf two > $'caf\\xe8'" });
    const { client, id } = sandbox;
    const { entries } = await client.call(listEntries, { params: { id }, query: {} });
    expect(entries.map(({ path }) => path).filter((path) => path.startsWith('caf'))).toEqual([
      ...['caf\uFFFDE8', 'caf\uFFFDE9'],
    ]);
    expect(await client.answer(readSandboxFile, { params: { id, path: 'caf\uFFFDE9' } })).toMatchObject({
      text: 'one',
    });
  });

  it('prints lines of a process as they are printed', async () => {
    const { stdout, status } = await sandbox.run({
      shell: 'echo first | cat; perl -e \'print "p\\n"; sleep 60\'',
      timeoutMs: 3000,
    });
    expect({ stdout, status }).toEqual({ stdout: 'first\np\n', status: 'timed_out' });
  });
});
