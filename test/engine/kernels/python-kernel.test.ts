import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describePython, startPython } from './start-kernels.ts';

describePython('the Python kernel', () => {
  it('keeps variables, imports, classes and the work directory between cells', async () => {
    const kernel = await startPython();
    mkdirSync(join(tmpdir(), 'below'));
    await kernel.run('import json, os, pickle\nfrom dataclasses import dataclass\nx = [1]\nos.chdir("below")');
    await kernel.run('@dataclass\nclass Point:\n    x: int\n    y: int = 2');
    const { result, status } = await kernel.run(
      '(pickle.loads(pickle.dumps(Point(1))), x, os.path.basename(os.getcwd()))',
    );
    expect(status).toBe('ok');
    expect(result).toEqual({ 'text/plain': "(Point(x=1, y=2), [1], 'below')" });
  });

  it('shows the value of the last expression and stores it in _, except None and before a semicolon', async () => {
    const kernel = await startPython();
    expect((await kernel.run('x = 6\nx * 7')).result).toEqual({ 'text/plain': '42' });
    expect((await kernel.run('_ + 1')).result).toEqual({ 'text/plain': '43' });
    for (const code of ['None', 'x;', '(x\n) ; # a comment', 'x = 1', 'def f(): return 1', '# nothing', ''])
      expect((await kernel.run(code)).messages.map(({ type }) => type)).toEqual(['done']);
    expect((await kernel.run('_ # a; b')).result).toEqual({ 'text/plain': '43' });
  });

  it('awaits at the top level in one event loop, in which tasks of earlier cells continue', async () => {
    const kernel = await startPython();
    await kernel.run(
      'import asyncio\nseen = []\nasync def work():\n    for n in range(3):\n        seen.append(n)\n        await asyncio.sleep(0)',
    );
    expect((await kernel.run('task = asyncio.create_task(work())')).status).toBe('ok');
    expect((await kernel.run('await task\nseen')).result).toEqual({ 'text/plain': '[0, 1, 2]' });
    const value = 'async def value(): return 7';
    expect((await kernel.run(`${value}\nasyncio.run(value())`)).result).toEqual({ 'text/plain': '7' });
    expect((await kernel.run('await value()')).result).toEqual({ 'text/plain': '7' });
  });

  it('keeps context variables that a cell with await has set', async () => {
    const kernel = await startPython();
    await kernel.run('import asyncio, decimal\ndecimal.getcontext().prec = 5\nawait asyncio.sleep(0)');
    expect((await kernel.run('decimal.Decimal(1) / 3')).result).toEqual({ 'text/plain': "Decimal('0.33333')" });
    await kernel.run('await asyncio.sleep(0)\ndecimal.getcontext().prec = 3');
    expect((await kernel.run('decimal.Decimal(1) / 3')).result).toEqual({ 'text/plain': "Decimal('0.333')" });
  });

  it('shows the lines of cells in a traceback, and no frame of the driver', async () => {
    const kernel = await startPython();
    await kernel.run('def divide(n):\n    return 1 / n');
    const { status, error } = await kernel.run('# first line\ndivide(0)');
    expect(status).toBe('error');
    expect(error).toMatchObject({ name: 'ZeroDivisionError', message: 'division by zero' });
    expect(error?.traceback).toContain('File "<cell 2>", line 2, in <module>\n    divide(0)');
    expect(error?.traceback).toContain('File "<cell 1>", line 2, in divide\n    return 1 / n');
    expect(error?.traceback).not.toContain('strongroom');
    const awaited = await kernel.run('import asyncio\nawait asyncio.sleep(0)\ndivide(0)');
    expect(awaited.error?.traceback).toContain('File "<cell 3>", line 3, in <module>\n    divide(0)');
    expect(awaited.error?.traceback).not.toContain('strongroom');
    const source = await kernel.run('import inspect; print(inspect.getsource(divide))');
    expect(source.stdout).toContain('return 1 / n');
  });

  it('shows the line of a syntax error', async () => {
    const kernel = await startPython();
    const { error } = await kernel.run('x = 1\nx = = 2');
    expect(error?.name).toBe('SyntaxError');
    expect(error?.traceback).toContain('File "<cell 1>", line 2\n    x = = 2\n        ^');
  });

  it.each([
    ['SystemExit', 'import sys; sys.exit(3)'],
    ['SystemExit', 'import asyncio\nawait asyncio.sleep(0)\nraise SystemExit'],
    ['RecursionError', 'def f(): return f()\nf()'],
    ['MemoryError', 'bytearray(1 << 60)'],
    ['EOFError', 'input("name? ")'],
    ['Odd', 'class Odd(ValueError):\n    __str__ = None\nraise Odd from ValueError("\\ud800")'],
    ['RuntimeError', 'import asyncio\nasyncio.get_running_loop().stop()\nawait asyncio.sleep(10)'],
  ])('ends the cell with %s and lives: %s', async (name, code) => {
    const kernel = await startPython();
    const { status, error } = await kernel.run(code);
    expect(status).toBe('error');
    expect(error?.name).toBe(name);
    expect(error?.traceback).toContain(name);
    expect((await kernel.run('1 + 1')).result).toEqual({ 'text/plain': '2' });
  });

  it('answers invalid UTF-8 by an error, and reads the next operation after a code that contains NUL', async () => {
    const kernel = await startPython();
    const cut = await kernel.run('print("a\0b")');
    expect([cut.status, cut.error?.name]).toEqual(['error', 'SyntaxError']);
    const invalid = await kernel.run(Uint8Array.of(0x31, 0xed, 0xa0, 0x80));
    expect([invalid.status, invalid.error?.name]).toEqual(['error', 'UnicodeDecodeError']);
    expect((await kernel.run('"\\ud800"')).result).toEqual({ 'text/plain': "'\\ud800'" });
    expect((await kernel.run('raise ValueError("\\ud800")')).error?.message).toBe('\ufffd');
  });

  it('has all output of a cell, and continues when a cell closes or removes its streams', async () => {
    const kernel = await startPython();
    const { stdout, stderr } = await kernel.run(
      'import sys\nprint("out", end="")\nprint("err", end="", file=sys.stderr)',
    );
    expect([stdout, stderr]).toEqual(['out', 'err']);
    for (const code of ['sys.stdout.close()', 'del sys.stdout', 'sys.stdout = None', 'sys.stderr.close()']) {
      await kernel.run(code);
      expect((await kernel.run('print("again")')).stdout).toBe('again\n');
    }
    await kernel.run('class Broken:\n    def flush(self): raise SystemExit\nsys.stdout = Broken()');
    expect((await kernel.run('1')).result).toEqual({ 'text/plain': '1' });
  });

  it('does not give its channel to programs and to forked processes', async () => {
    const kernel = await startPython();
    const { result } = await kernel.run(
      'import os, subprocess\nlist_all = lambda: subprocess.check_output("ls -l /proc/self/fd", shell=True, close_fds=False, text=True)\nos.readlink("/proc/self/fd/3") in list_all()',
    );
    expect(result).toEqual({ 'text/plain': 'False' });
    const forked = await kernel.run(
      'pid = os.fork()\nif pid == 0: print("child", flush=True)\nelse: os.waitpid(pid, 0)\n5',
    );
    expect(forked.stdout).toBe('child\n');
    expect(forked.messages.map(({ type }) => type)).toEqual(['result', 'done']);
    const pool = await kernel.run(
      'import multiprocessing\ndef double(x): return 2 * x\nwith multiprocessing.get_context("fork").Pool(2) as pool: print(pool.map(double, [1, 2]))',
    );
    expect(pool.stdout).toBe('[2, 4]\n');
  });

  it('ends with the process of a cell that exits it', async () => {
    const kernel = await startPython();
    await expect(kernel.run('import os; os._exit(7)')).rejects.toThrow('has closed its channel');
    expect(await kernel.exited).toEqual({ code: 7, signal: null });
  });

  it('takes the environment of its context when it starts ahead of use', async () => {
    const kernel = await startPython({ warmEnvironment: { GREETING: 'hello\nworld = é', TZ: 'Asia/Tokyo' } });
    const { result } = await kernel.run('import os, time\n(dict(os.environ), time.timezone)');
    expect(result).toEqual({ 'text/plain': "({'GREETING': 'hello\\nworld = é', 'TZ': 'Asia/Tokyo'}, -32400)" });
  });

  it('imports modules of the work directory, and none of its own', async () => {
    const kernel = await startPython();
    writeFileSync(join(tmpdir(), 'channel.py'), 'name = "mine"');
    expect((await kernel.run('import channel; channel.name')).result).toEqual({ 'text/plain': "'mine'" });
    expect((await kernel.run('sorted(name for name in globals() if not name.startswith("__"))')).result).toEqual({
      'text/plain': "['channel']",
    });
  });
});
