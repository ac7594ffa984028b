import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { CellOutcome } from '../../support/kernels/kernel-messages.ts';
import type { KernelProcess } from '../../support/kernels/kernel-process.ts';
import { describePython, startPython } from './start-kernels.ts';

describePython('an interrupt of the Python kernel', () => {
  it.each([
    ['a busy loop', 'while True: pass'],
    ['a sleep', 'import time; time.sleep(600)'],
    ['an await', 'import asyncio\nawait asyncio.sleep(600)'],
    ['a future that never ends', 'import asyncio\nawait asyncio.get_running_loop().create_future()'],
    ['a busy loop in a coroutine', 'import asyncio\nawait asyncio.sleep(0)\nwhile True: pass'],
    ['a loop of short awaits', 'import asyncio\nwhile True: await asyncio.sleep(0)'],
    [
      'a background task that does not await',
      'import asyncio\nasync def spin():\n    while True: pass\ntask = asyncio.create_task(spin())\nawait asyncio.sleep(600)',
    ],
    [
      'a callback in C',
      'import asyncio, time\nasyncio.get_running_loop().call_soon(time.sleep, 600)\nawait asyncio.sleep(600)',
    ],
    ['asyncio.run', 'import asyncio\nasyncio.run(asyncio.sleep(600))'],
    ['a program', 'import subprocess; subprocess.run(["sleep", "600"])'],
    ['a lock', 'import threading; threading.Event().wait()'],
    ['output', 'while True: display(1)'],
    ['a repr that does not return', 'class Slow:\n    def __repr__(self):\n        while True: pass\nSlow()'],
  ])('ends %s, and keeps the state', async (_name, code) => {
    const kernel = await startPython();
    const { status, error } = await interrupt(kernel, `kept = 42\nprint("started")\n${code}`);
    expect([status, error?.name]).toEqual(['interrupted', 'KeyboardInterrupt']);
    expect(error?.traceback).not.toContain('strongroom_kernel');
    expect((await kernel.run('kept')).result).toEqual({ 'text/plain': '42' });
  });

  it.each([
    ['__del__', 'class Last:\n    def __del__(self): interrupt()\nlast = Last(); del last'],
    ['a callback of a weak reference', 'class Kept: pass\nkept = Kept(); ref = weakref.ref(kept, interrupt); del kept'],
    ['a fork', 'os.register_at_fork(after_in_parent=interrupt)\nif os.fork() == 0: time.sleep(600)'],
  ])('is not lost in %s, where Python only prints it', async (_name, code) => {
    const kernel = await startPython();
    await kernel.run('import os, signal, time, weakref\ndef interrupt(*_): os.kill(os.getpid(), signal.SIGINT)');
    const { status, stderr } = await kernel.run(`${code}\ntime.sleep(600)`);
    expect([status, stderr]).toEqual(['interrupted', '']);
    expect((await kernel.run('1 + 1')).result).toEqual({ 'text/plain': '2' });
  });

  it('shows where the cell was', async () => {
    const kernel = await startPython();
    const { error } = await interrupt(kernel, 'import asyncio\nprint("started"); await asyncio.sleep(600)');
    expect(error?.traceback).toContain('File "<cell 1>", line 2, in <module>\n    print("started"); await');
  });

  it('can be handled by the cell', async () => {
    const kernel = await startPython();
    const code =
      'import time\ntry:\n    print("started")\n    time.sleep(600)\nexcept KeyboardInterrupt:\n    print("handled")';
    const { status, stdout } = await interrupt(kernel, code);
    expect([status, stdout]).toEqual(['ok', 'started\nhandled\n']);
  });

  it('ends a cell that ignores the first one, by the second one', async () => {
    const kernel = await startPython();
    const wait =
      'try:\n    print("started")\n    await asyncio.sleep(600)\nfinally:\n    print("first")\n    await asyncio.sleep(600)';
    const cell = kernel.run(`import asyncio\n${wait}`);
    await kernel.printed('started');
    kernel.signal('SIGINT');
    await kernel.printed('first');
    kernel.signal('SIGINT');
    expect((await cell).status).toBe('interrupted');
    expect((await kernel.run('await asyncio.sleep(0)\n1')).result).toEqual({ 'text/plain': '1' });
  });

  it('ends a cell that ignores every cancellation', async () => {
    const kernel = await startPython();
    const wait =
      'try:\n        print("started")\n        await asyncio.sleep(600)\n    except BaseException:\n        pass';
    const cell = kernel.run(`import asyncio\nkept = 7\nwhile True:\n    ${wait}`);
    await kernel.printed('started');
    expect((await kernel.interrupt(cell)).status).toBe('interrupted');
    expect((await kernel.run('await asyncio.sleep(0.5)\nkept')).result).toEqual({ 'text/plain': '7' });
  });

  it('ends the text of an error that does not return', async () => {
    const kernel = await startPython();
    const code =
      'class Slow(Exception):\n    def __str__(self):\n        print("started")\n        while True: pass\nraise Slow';
    expect(await interrupt(kernel, code)).toMatchObject({ status: 'error', error: { name: 'Slow' } });
    expect((await kernel.run('1')).status).toBe('ok');
  });

  it('has no effect between cells, and after a cell that has replaced the handler', async () => {
    const kernel = await startPython();
    kernel.signal('SIGINT');
    expect((await kernel.run('import signal\nsignal.signal(signal.SIGINT, signal.SIG_DFL);')).status).toBe('ok');
    kernel.signal('SIGINT');
    expect((await kernel.run('x = 1')).status).toBe('ok');
    expect((await interrupt(kernel, 'print("started")\nwhile True: pass')).status).toBe('interrupted');
  });

  it('never breaks the channel, at any moment of a cell', async () => {
    const kernel = await startPython();
    await kernel.run('import asyncio');
    for (let round = 0; round < 40; round += 1) {
      const cell = kernel.run('for n in range(9000): pass\ndisplay(n)\nawait asyncio.sleep(0.002)\nn');
      await sleep(round % 8);
      kernel.signal('SIGINT');
      expect(['ok', 'interrupted']).toContain((await cell).status);
    }
    expect((await kernel.run('1 + 1')).result).toEqual({ 'text/plain': '2' });
  });

  it('leaves the event loop and its tasks whole, at any line of the loop', async () => {
    const kernel = await startPython();
    expect((await kernel.run(interruptAtLine)).status).toBe('ok');
    const seen = new Set<string>();
    for (let line = 1; !seen.has('all lines'); line += 1) {
      const label = `line ${line} of the loop`;
      expect((await kernel.run(`interrupt_at(${line})`)).status, label).toBe('ok');
      const { status } = await kernel.run('await asyncio.sleep(0.0001)');
      expect(['ok', 'interrupted'], label).toContain(status);
      const after = await kernel.run('start_ticks()\nwhile ticks < 2: await asyncio.sleep(0)\nlines > 0');
      expect(after, label).toMatchObject({ status: 'ok', stderr: '' });
      seen.add(after.result?.['text/plain'] === 'True' ? 'all lines' : status);
    }
    expect(seen).toContain('interrupted');
  });
});

/** Defines `interrupt_at`: during the next cell, it calls the handler of SIGINT before the n-th line of the event loop. */
const interruptAtLine = `
import asyncio, signal, sys
def interrupt_at(line):
    global lines
    lines = line
    sys.settrace(trace)
def trace(frame, event, _):
    global lines
    code = frame.f_code
    if code is LOOP.EventLoop.run.__code__ and event == "return":
        sys.settrace(None)
    # The interpreter calls no handler between the first line of this function and its call of the callback.
    elif code is asyncio.Handle._run.__code__ and event == "line":
        pass
    elif code.co_filename.startswith((asyncio.__path__[0], LOOP.__file__)):
        lines -= 1
        if lines == 0:
            sys.settrace(None)
            signal.getsignal(signal.SIGINT)(signal.SIGINT, frame)
    return trace
async def tick():
    global ticks
    while True:
        await asyncio.sleep(0)
        ticks += 1
def start_ticks():
    global task, ticks
    ticks = 0
    # The interrupt ends this task if it comes while its own code runs.
    if task is None or task.done() and task.exception():
        task = asyncio.get_event_loop().create_task(tick())
task = None
start_ticks()
await asyncio.sleep(0)
LOOP = sys.modules["strongroom_kernel.event_loop"]
`;

/** Runs a cell that prints "started", and interrupts it then. */
async function interrupt(kernel: KernelProcess, code: string): Promise<CellOutcome> {
  const cell = kernel.run(code);
  await kernel.printed('started');
  kernel.signal('SIGINT');
  return cell;
}
