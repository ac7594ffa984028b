import { beforeAll, expect, it } from 'vitest';
import { Strongroom } from '../../../clients/typescript/src/index.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { startCuttingProxy } from '../../support/network/cutting-proxy.ts';
import { runPython } from './run-python.ts';

const daemon = testDaemonOfFile();
let apiKey: string;
const run = (script: string) => runPython(script, { url: daemon().url, apiKey });

beforeAll(async () => {
  ({ apiKey } = await daemon().newUser());
});

describeWithEngine('a run', () => {
  it('returns the result, with every character of its input, and output that is cut at 1 MiB', async () => {
    const [result, large] = await run(`
code = 'import sys, os; sys.stdout.write(sys.stdin.read() + sys.argv[1] + os.environ["NAME"]); sys.exit(3)'
show(client.run(language="python", code=code, stdin="naïve 日本語 🔐\\n", args=["é"], env={"NAME": "№"}))
large = client.run(language="python", code="print('x' * 3_000_000)")
show([large["status"], large["stdoutTruncated"], len(large["stdout"])])
`);
    expect(result).toMatchObject({ status: 'failed', exitCode: 3, stdout: 'naïve 日本語 🔐\né№', stderr: '' });
    expect(large).toEqual(['succeeded', true, 1024 * 1024]);
  });

  it('streams its events in their order, and leaves files', async () => {
    const events = await run(`
for event in client.stream(language="bash", code="echo out; printf %s é > result.txt"):
    show(event)
id = event["data"]["id"]
show(client.executions.file(id, "result.txt").decode())
show([client.executions.get(id)["id"] == id, client.executions.list(limit=1)["executions"][0]["id"] == id])
`);
    expect(events.splice(-2)).toEqual(['é', [true, true]]);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    expect(events[0]).toMatchObject({ event: 'started' });
    expect(events.at(-1)).toMatchObject({ event: 'finished', data: { status: 'succeeded', stdout: 'out\n' } });
  });

  it('gets input in parts while it runs, which can wait for what it prints', async () => {
    const [bytes, dialogue, early, failure, last] = await run(`
import queue, time
code = 'import sys\\nfor line in sys.stdin.buffer: sys.stdout.write(f"{line} ")'
show(client.run(language="python", code=code, stdin=iter(["é\\n", bytes([0, 255, 10])]))["stdout"])

asked = queue.Queue()
def answers():
    yield asked.get() + "\\n"
text = ""
for event in client.stream(language="python", code='print("hello", input("name? "))', stdin=answers()):
    if event["event"] == "stdout":
        text += event["data"]["text"]
        if "name?" in text and "hello" not in text:
            asked.put("Ada")
show(text)

def endless():
    while True:
        yield b"x" * 65536
show(client.run(language="bash", code="exit 3", stdin=endless())["exitCode"])

def broken():
    yield "first\\n"
    raise LookupError("no more input")
try:
    client.run(language="bash", code="sleep 30", stdin=broken())
except LookupError as error:
    show(str(error))
show(client.executions.list(limit=1)["executions"][0]["status"])
`);
    expect(bytes).toBe("b'\\xc3\\xa9\\n' b'\\x00\\xff\\n' ");
    expect([dialogue, early, failure, last]).toEqual(['name? hello Ada\n', 3, 'no more input', 'cancelled']);
  });

  it('is cancelled when the caller leaves the loop, is interrupted, or names it', async () => {
    const statuses = await run(`
slow = {"language": "bash", "code": "echo begun; sleep 30"}
latest = lambda: client.executions.list(limit=1)["executions"][0]["status"]

for event in client.stream(**slow):
    if event["event"] == "stdout":
        break
del event
show(latest())

try:
    for event in client.stream(**slow):
        if event["event"] == "stdout":
            raise KeyboardInterrupt
except KeyboardInterrupt:
    show(latest())

for event in client.stream(**slow):
    if event["event"] == "started":
        show(client.executions.cancel(event["data"]["id"])["status"])
show(event["data"]["status"])
`);
    expect(statuses).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled']);
  });

  it('continues after a dropped connection without a lost or repeated event', async () => {
    const proxy = await startCuttingProxy(daemon().url);
    proxy.cutAt.push('"text":"1', '"text":"4');
    const script = `
for event in client.stream(language="bash", code="for i in 1 2 3 4 5 6; do echo $i; sleep 0.2; done"):
    show(event)
`;
    const events = await runPython(script, { url: proxy.url, apiKey });
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ event, data }) => (event === 'stdout' ? data.text : '')).join('')).toBe('1\n2\n3\n4\n5\n6\n');
    expect(proxy.cutAt).toEqual([]);
    expect(proxy.seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  });

  it('of stored code gets its secrets', async () => {
    await new Strongroom({ url: daemon().url, apiKey }).secrets.set('GREETING', 'hello from a secret');
    expect(
      await run(`
code = 'import os; print(len(os.environ["GREETING"]))'
client.vault.save("greet", master_password="pä", language="python", code=code)
show(client.vault.run("greet", masterPassword="pä")["stdout"])
show([event["event"] for event in client.vault.stream("greet", masterPassword="pä")][-1])
show(error_of(lambda: client.vault.run("greet", masterPassword="wrong"))["code"])
`),
    ).toEqual(['19\n', 'finished', 'decryption_failed']);
  });

  it('keeps its state in a sandbox, which ends with its block', async () => {
    expect(
      await run(`
with client.sandboxes.create(language="python") as sandbox:
    sandbox.cell("x = 6 * 7")
    show(sandbox.cell("x")["outputs"][0]["data"]["text/plain"])
    sandbox.files.write("data/naïve name.txt", "é\\n")
    show(sandbox.exec(command=["cat", "data/naïve name.txt"])["stdout"])
    show(sandbox.files.read("data/naïve name.txt").decode())
    show(sandbox.files.write("data/chunks", iter([b"in ", b"chunks"]))["size"])
    show(sorted(entry["path"] for entry in sandbox.files.list("data")["entries"]))
    sandbox.files.delete("data")
    show(error_of(lambda: sandbox.files.read("data/chunks"))["code"])
    show(client.sandboxes.get(sandbox.id).read()["status"])
show(client.sandboxes.list())
`),
    ).toEqual([...['42', 'é\n', 'é\n', 9, ['data/chunks', 'data/naïve name.txt'], 'file_not_found', 'running', []]]);
  });
});
