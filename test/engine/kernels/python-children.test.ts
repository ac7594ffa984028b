/** Programs that a Python cell has started, when it is interrupted. The daemon interrupts a cell at its time limit too. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { interruptWith, prepare, programsOf } from './kernel-programs.ts';
import { describePython, startPython } from './start-kernels.ts';

describePython('the programs of an interrupted Python cell', () => {
  it.each([
    ['create_subprocess_exec', 1, 'await one()'],
    [
      'create_subprocess_shell',
      2,
      'p = await asyncio.create_subprocess_shell("sleep 600; true", stdout=-1)\nawait p.communicate()',
    ],
    ['a session of its own', 1, 'await one(start_new_session=True)'],
    ['subprocess.run', 1, 'subprocess.run(["sleep", "600"])'],
    [
      'Popen in a thread',
      1,
      't = threading.Thread(target=subprocess.run, args=(["sleep", "600"],)); t.start(); t.join()',
    ],
    ['os.system', 1, 'os.system("sleep 600")'],
    ['multiprocessing.Process', 1, 'p = forked.Process(target=time.sleep, args=(600,)); p.start(); p.join()'],
  ])('end with it: %s', async (_name, count, code) => {
    const kernel = await startPython();
    await kernel.run(prepare);
    expect(await interruptWith(kernel, count, code)).toBe('interrupted');
    // The status of the last ones is collected by the loop, or by the next cell.
    await kernel.run('pass');
    await until(() => programsOf(kernel).length === 0);
    expect((await kernel.run('1 + 1')).result).toEqual({ 'text/plain': '2' });
  });

  it('do not end with it if an earlier cell has started them, also when they start more', async () => {
    const kernel = await startPython();
    await kernel.run(`${prepare}\nserver = subprocess.Popen(["sh", "-c", "while sleep 0.05; do sleep 0.05; done"])`);
    await interruptWith(kernel, 3, 'await one()');
    expect((await kernel.run('server.poll()')).result).toBeUndefined();
    expect(programsOf(kernel).filter((state) => state !== 'Z')).not.toEqual([]);
  });

  it('continue if the cell ends on its own, and if it handles the interrupt', async () => {
    const kernel = await startPython();
    await kernel.run(prepare);
    expect((await kernel.run('left = subprocess.Popen(["sleep", "600"])\n1 / 0')).status).toBe('error');
    const handled = `deaf = subprocess.Popen("trap '' INT; sleep 600; true", shell=True)
try:
    print("started"); time.sleep(600)
except KeyboardInterrupt: pass`;
    const cell = kernel.run(handled);
    await kernel.printed('started');
    await until(() => programsOf(kernel).length === 3);
    kernel.signal('SIGINT');
    expect((await cell).status).toBe('ok');
    expect((await kernel.run('left.poll(), deaf.poll()')).result).toEqual({ 'text/plain': '(None, None)' });
  });

  it('receive SIGINT first, as on a terminal', async () => {
    const kernel = await startPython();
    await kernel.run(prepare);
    const code = `import sys
program = """
import time
try:
    print("ready", flush=True)
    time.sleep(600)
except KeyboardInterrupt: print("saved", flush=True)
"""
subprocess.run([sys.executable, "-c", program])`;
    const cell = kernel.run(code);
    await kernel.printed('ready');
    expect((await kernel.interrupt(cell)).status).toBe('interrupted');
    await kernel.printed('saved');
  });

  it('leave no process and no descriptor behind after 20 rounds', async () => {
    const kernel = await startPython();
    await kernel.run(prepare);
    const descriptors = () => readdirSync(`/proc/${kernel.pid}/fd`).length;
    await interruptWith(kernel, 1, 'await one()');
    await kernel.run('import gc; gc.collect();');
    const before = descriptors();
    for (let round = 0; round < 20; round += 1) {
      const code = round % 2 === 0 ? 'await one()' : 'subprocess.run("sleep 600; true", shell=True)';
      expect(await interruptWith(kernel, 1, code)).toBe('interrupted');
    }
    await kernel.run('gc.collect();');
    await until(() => programsOf(kernel).length === 0);
    expect(descriptors()).toBeLessThanOrEqual(before + 2);
  });
});
