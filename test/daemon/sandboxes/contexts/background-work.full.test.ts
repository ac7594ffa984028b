/** Work that cells leave running: its output between cells, servers, and programs at an interrupt, on a real engine. */
import { beforeAll, expect, it } from 'vitest';
import { createContext } from '../../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../../support/sandboxes/api-sandbox.ts';
import { until } from '../../../support/until.ts';

const daemon = testDaemonOfFile({ keepsWarm: true });

describeWithEngine('the background work of cells', () => {
  let user: TestUser;
  let sandbox: ApiSandbox;

  beforeAll(async () => {
    user = await daemon().newUser();
    sandbox = await openSandbox(user.client);
  });

  const exists = async (path: string) => (await sandbox.run({ command: ['test', '-e', path] })).exitCode === 0;

  it.each([
    [
      'python',
      `import asyncio
async def late():
    await asyncio.sleep(0.1)
    print("late")
    open("python", "w").close()
task = asyncio.create_task(late())`,
      'print("next")',
    ],
    [
      'javascript',
      'const fs = await import("node:fs");\nsetTimeout(() => { console.log("late"); fs.writeFileSync("javascript", ""); }, 100);',
      'console.log("next")',
    ],
    ['bash', '(sleep 0.1; echo late; touch bash) &', 'echo next'],
  ])('has its output between cells at the beginning of the next cell: %s', async (language, code, next) => {
    const { client, id } = sandbox;
    const { id: cid } = await client.call(createContext, { params: { id }, body: { language } });
    expect((await sandbox.cell(code, { cid })).stdout).toBe('');
    await until(() => exists(language));
    expect((await sandbox.cell(next, { cid })).stdout).toBe('late\nnext\n');
    expect((await sandbox.cell(next, { cid })).stdout).toBe('next\n');
  });

  it('is a server of a Python cell that answers other programs and later cells', async () => {
    const server = `import asyncio, json
async def answer(reader, writer):
    await reader.readuntil(b"\\r\\n\\r\\n")
    writer.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 6\\r\\nConnection: close\\r\\n\\r\\nserved")
    await writer.drain()
    writer.close()
def serve(): return asyncio.create_task(asyncio.start_server(answer, "localhost", 8123))
serve();`;
    expect(await sandbox.cell(server)).toMatchObject({ status: 'succeeded' });
    expect(await sandbox.run({ command: ['curl', '-s', 'http://localhost:8123/'] })).toMatchObject({
      stdout: 'served',
    });
    const client = `import urllib.request
(await asyncio.to_thread(urllib.request.urlopen, "http://localhost:8123/")).read()`;
    expect((await sandbox.cell(client)).outputs).toMatchObject([{ data: { 'text/plain': "b'served'" } }]);
  });

  it('ends with the time limit if the cell still waits for it, and stays if an earlier cell has started it', async () => {
    const counted = async () =>
      (await sandbox.run({ shell: 'for f in /proc/[0-9]*/stat; do cat $f; done 2>/dev/null | grep -c "(sleep)"' }))
        .stdout;
    await sandbox.cell('import subprocess\nearlier = subprocess.Popen(["sleep", "600"])');
    expect(await counted()).toBe('1\n');
    for (let round = 0; round < 20; round++) {
      const code = `open("begun${round}", "w").close()\np = await asyncio.create_subprocess_exec("sleep", "600")\nawait p.wait()`;
      const cell = await sandbox.cell(code, { timeoutMs: 150 });
      expect(cell).toMatchObject({ status: 'timed_out', contextEnded: false });
    }
    await until(async () => (await counted()) === '1\n');
    expect((await sandbox.cell('earlier.poll() is None')).outputs).toMatchObject([{ data: { 'text/plain': 'True' } }]);
  });

  it('has rich output of IPython without IPython, which clear_output removes', async () => {
    const { outputs } = await sandbox.cell(
      `from IPython.display import display, Markdown, Math, Image, clear_output
display("old"); clear_output()
display(Markdown("**bold**"), metadata={"text/markdown": {"wide": True}})
class Own:
    def _ipython_display_(self): display(Math("x^2"))
Own()`,
    );
    expect(outputs).toEqual([
      {
        kind: 'display',
        data: { 'text/plain': '**bold**', 'text/markdown': '**bold**' },
        metadata: { 'text/markdown': { wide: true } },
      },
      {
        kind: 'display',
        data: { 'text/plain': '$\\displaystyle x^2$', 'text/latex': '$\\displaystyle x^2$' },
      },
    ]);
  });
});
