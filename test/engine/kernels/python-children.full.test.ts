/** Other ways to start programs, and many rounds of interrupted ones. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { interruptWith, prepare, programsOf } from './kernel-programs.ts';
import { describePython, startPython } from './start-kernels.ts';

describePython('the programs of an interrupted Python cell', () => {
  it.each([
    ['many at once', 5, 'await asyncio.gather(*(one() for _ in range(5)))'],
    ['asyncio.run', 1, 'asyncio.run(one())'],
    ['a shell that ignores signals', 2, `subprocess.run("trap '' INT TERM; sleep 600; true", shell=True)`],
    [
      'Popen in a pool of threads',
      3,
      'with futures.ThreadPoolExecutor(3) as pool: list(pool.map(subprocess.run, [["sleep", "600"]] * 3))',
    ],
    ['to_thread', 1, 'await asyncio.to_thread(subprocess.run, ["sleep", "600"])'],
    ['os.popen', 1, 'os.popen("sleep 600").read()'],
    ['multiprocessing.Pool', 2, 'with forked.Pool(2) as pool: print("ready"); pool.map(time.sleep, [600, 600])'],
    [
      'ProcessPoolExecutor',
      1,
      'with futures.ProcessPoolExecutor(2, mp_context=forked) as pool: list(pool.map(time.sleep, [600, 600]))',
    ],
    ['os.fork', 1, 'pid = os.fork()\nif pid == 0: time.sleep(600)\nos.waitpid(pid, 0)'],
  ])('end with it: %s', async (_name, count, code) => {
    const kernel = await startPython();
    await kernel.run(prepare);
    expect(await interruptWith(kernel, count, code)).toBe('interrupted');
    // The status of the last ones is collected by the loop, or by the next cell.
    await kernel.run('pass');
    await until(() => programsOf(kernel).length === 0);
    expect((await kernel.run('1 + 1')).result).toEqual({ 'text/plain': '2' });
  });

  it('leave no process and no descriptor behind after 300 rounds', async () => {
    const kernel = await startPython();
    await kernel.run(prepare);
    const ways = ['await one()', 'subprocess.run("sleep 600; true", shell=True)', 'asyncio.run(one())'];
    const descriptors = () => readdirSync(`/proc/${kernel.pid}/fd`).length;
    for (const code of ways) await interruptWith(kernel, 1, code);
    await kernel.run('import gc; gc.collect();');
    const before = descriptors();
    for (let round = 0; round < 300; round += 1)
      expect(await interruptWith(kernel, 1, ways[round % 3] ?? '')).toBe('interrupted');
    await kernel.run('gc.collect();');
    await until(() => programsOf(kernel).length === 0);
    expect(descriptors()).toBeLessThanOrEqual(before + 2);
  }, 180_000);
});
