/** The event loop of a Python context, which lives as long as the context. */
import { expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { describePython, startPython } from './start-kernels.ts';

const work = `import asyncio
seen = []
async def work(name="done"):
    await asyncio.sleep(0.01)
    seen.append(name)
    print(name)
    return name
def start(*names): return asyncio.create_task(work(*names))`;

describePython('the event loop of a Python context', () => {
  it('runs between cells, for tasks that a function has started without await', async () => {
    const kernel = await startPython();
    await kernel.run(work);
    expect((await kernel.run('task = start("later")')).status).toBe('ok');
    await kernel.printed('later');
    expect((await kernel.run('task.result(), seen')).result).toEqual({ 'text/plain': "('later', ['later'])" });
    await kernel.run('asyncio.get_event_loop().call_later(0.01, print, "timer")');
    await kernel.printed('timer');
    await kernel.run(
      'asyncio.get_running_loop().create_task(work("by loop")); asyncio.ensure_future(work("ensured"));',
    );
    await Promise.all(['by loop', 'ensured'].map((text) => kernel.printed(text)));
  });

  it('serves a server of one cell to the next cell and to other processes', async () => {
    const kernel = await startPython();
    const echo = `import asyncio
async def echo(reader, writer):
    writer.write(await reader.readline())
    await writer.drain()
    writer.close()
server = await asyncio.start_server(echo, "127.0.0.1", 0)
port = server.sockets[0].getsockname()[1]`;
    await kernel.run(echo);
    const client =
      'reader, writer = await asyncio.open_connection("127.0.0.1", port)\nwriter.write(b"hi\\n")\nawait reader.readline()';
    expect((await kernel.run(client)).result).toEqual({ 'text/plain': String.raw`b'hi\n'` });
    const program = `import socket\\nwith socket.create_connection(("127.0.0.1", PORT)) as s: s.sendall(b"process\\\\n"); print(s.recv(99).decode())`;
    await kernel.run(
      `import subprocess, sys\nsubprocess.Popen([sys.executable, "-c", '${program}'.replace("PORT", str(port))]);`,
    );
    await kernel.printed('process');
  });

  it('lets programs run a loop of their own, also in a function that awaits', async () => {
    const kernel = await startPython();
    await kernel.run(work);
    for (const code of [
      'asyncio.run(work())',
      'with asyncio.Runner() as runner: value = runner.run(work())\nvalue',
      'asyncio.get_event_loop().run_until_complete(work())',
      'loop = asyncio.new_event_loop()\nvalue = loop.run_until_complete(work()); loop.close()\nvalue',
      'await asyncio.sleep(0)\nasyncio.run(work())',
      'async def nested(): return asyncio.run(work())\nawait nested()',
      'import threading\nvalues = []\nthread = threading.Thread(target=lambda: values.append(asyncio.run(work())))\nthread.start(); thread.join()\nvalues[0]',
      'await asyncio.to_thread(lambda: asyncio.run(work()))',
      'loop = asyncio.get_event_loop()\ntask = start(); task.add_done_callback(lambda _: loop.stop()); loop.run_forever()\ntask.result()',
    ])
      expect((await kernel.run(code)).result, code).toEqual({ 'text/plain': "'done'" });
    // A task of the context still runs after all of them.
    await kernel.run('start("alive");');
    await kernel.printed('alive');
  });

  it('is the running one for cells only: not in threads, and not for code that asks if it is in a coroutine', async () => {
    const kernel = await startPython();
    await kernel.run('import asyncio, threading');
    const inThread = `errors = []
def ask():
    try: asyncio.get_running_loop()
    except RuntimeError as error: errors.append(str(error))
thread = threading.Thread(target=ask); thread.start(); thread.join()
errors`;
    expect((await kernel.run(inThread)).result).toEqual({ 'text/plain': "['no running event loop']" });
    const asked = `exec("try: asyncio.get_running_loop()\\nexcept RuntimeError as error: answer = str(error)", django := {"__name__": "django.utils", "asyncio": asyncio})
django["answer"]`;
    expect((await kernel.run(asked)).result).toEqual({ 'text/plain': "'no running event loop'" });
    expect((await kernel.run('asyncio.get_running_loop().is_running()')).result).toEqual({ 'text/plain': 'False' });
  });

  it('reports a task that fails once: when no variable holds it, or at the end of a later cell', async () => {
    const kernel = await startPython();
    await kernel.run(
      'import asyncio\nasync def fail(text):\n    await asyncio.sleep(0)\n    print("failing")\n    raise ValueError(text)',
    );
    await kernel.run('asyncio.create_task(fail("in _"))');
    await kernel.printed('failing');
    await kernel.run('1');
    await kernel.run('held = [asyncio.create_task(fail("held"))]; await asyncio.sleep(0.01)');
    await kernel.run('2');
    await kernel.run('caught = asyncio.create_task(fail("caught")); await asyncio.sleep(0.01)');
    expect((await kernel.run('await asyncio.gather(caught, return_exceptions=True)')).status).toBe('ok');
    await kernel.run('3');
    expect(kernel.stderr().match(/ValueError: .*/g)).toEqual(['ValueError: in _', 'ValueError: held']);
    expect(kernel.stderr()).toContain('Task exception was never retrieved');
    expect(kernel.stderr()).not.toContain('strongroom');
  });

  it('stands still while a cell blocks, and continues after it', async () => {
    const kernel = await startPython();
    await kernel.run(work);
    await kernel.run('import time\ntask = start(); time.sleep(0.05)\nseen');
    await kernel.printed('done');
    await until(async () => (await kernel.run('seen')).result?.['text/plain'] === "['done']");
  });
});
