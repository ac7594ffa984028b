/** Effects of tasks of earlier cells on the loop, and of the loop on them. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { describePython, startPython } from './start-kernels.ts';

describePython('tasks of earlier cells', () => {
  it('that do not await keep the next cell waiting, until an interrupt ends them', async () => {
    const kernel = await startPython();
    for (const busy of ['while True: pass', 'import time; time.sleep(600)', 'while True: display(1)']) {
      await kernel.run(
        `import asyncio\nkept = 1\nasync def spin():\n    print("spinning")\n    ${busy}\ntask = asyncio.create_task(spin());`,
      );
      await kernel.printed('spinning');
      const { status } = await kernel.interrupt(kernel.run('kept'));
      expect(['ok', 'interrupted'], busy).toContain(status);
      expect((await kernel.run('task.done(), kept')).result).toEqual({ 'text/plain': '(True, 1)' });
    }
  });

  it('are not interrupted without a cell that waits', async () => {
    const kernel = await startPython();
    const slow =
      'import asyncio, time\nasync def slow():\n    print("started")\n    time.sleep(0.3)\n    print("ended")';
    await kernel.run(`${slow}\ntask = asyncio.create_task(slow());`);
    await kernel.printed('started');
    kernel.signal('SIGINT');
    await kernel.printed('ended');
    expect((await kernel.run('task.exception()')).status).toBe('ok');
  });

  it.each([
    ['exits', 'asyncio.get_event_loop().call_soon(sys.exit, 3)'],
    ['stops the loop', 'asyncio.get_event_loop().call_soon(asyncio.get_event_loop().stop)'],
    ['closes the loop', 'loop = asyncio.get_event_loop(); loop.close()'],
    ['runs the loop in a thread', 'threading.Thread(target=asyncio.get_event_loop().run_forever, daemon=True).start()'],
    ['replaces the loop', 'asyncio.set_event_loop(asyncio.new_event_loop())'],
    ['raises', 'asyncio.get_event_loop().call_soon(lambda: 1 / 0)'],
    ['closes the channel', 'asyncio.get_event_loop().remove_reader(3)'],
    ['forks', 'asyncio.get_event_loop().call_soon(os.fork)'],
    ['shows output', 'asyncio.get_event_loop().call_soon(display, 1)'],
  ])('%s: the next cells work', async (_name, code) => {
    const kernel = await startPython();
    await kernel.run(`import asyncio, os, sys, threading\n${code};`);
    for (let round = 0; round < 3; round += 1)
      expect((await kernel.run('import asyncio\nawait asyncio.sleep(0.01)\n7')).result).toEqual({ 'text/plain': '7' });
  });

  it('show their output between cells as text', async () => {
    const kernel = await startPython();
    const code = 'import asyncio\nasync def show():\n    display("shown")\n    print("printed")';
    await kernel.run(`${code}\ntask = asyncio.create_task(show());`);
    await kernel.printed("'shown'\nprinted\n");
  });

  it('can be called from threads at any time', async () => {
    const kernel = await startPython();
    const code = `import asyncio, threading, time
async def answer(): print("called")
loop = asyncio.get_running_loop()
def call(): time.sleep(0.1); asyncio.run_coroutine_threadsafe(answer(), loop)
threading.Thread(target=call).start()`;
    await kernel.run(code);
    await kernel.printed('called');
  });

  it('have a loop without growth of memory and descriptors over 2,000 cells', async () => {
    const kernel = await startPython();
    await kernel.run('import asyncio\nasync def one(): return 1');
    const size = async () => {
      const cell = 'import gc; gc.collect(); open("/proc/self/statm").read().split()[1]';
      const pages = (await kernel.run(cell)).result?.['text/plain'] ?? '';
      return Number(pages.replaceAll("'", '')) * 4096;
    };
    const rounds = async (count: number) => {
      for (let round = 0; round < count; round += 1) await kernel.run('await asyncio.create_task(one())');
    };
    await rounds(500);
    const [before, descriptors] = [await size(), readdirSync(`/proc/${kernel.pid}/fd`).length];
    await rounds(2000);
    expect((await size()) - before).toBeLessThan(2 * 1024 * 1024);
    expect(readdirSync(`/proc/${kernel.pid}/fd`)).toHaveLength(descriptors);
  });

  it('use no processor time while they wait', async () => {
    const kernel = await startPython();
    await kernel.run('import asyncio, time\ntask = asyncio.create_task(asyncio.sleep(600))');
    const used = async () => Number((await kernel.run('time.process_time()')).result?.['text/plain']);
    const [before, start] = [await used(), Date.now()];
    await until(() => Date.now() - start > 1000);
    expect((await used()) - before).toBeLessThan(0.2);
  });
});
