import { describe, expect, test } from 'vitest';
import { filesOf } from '../docker/run/run-jobs.ts';
import { run, useEmbeddedEngine } from './embedded-fixture.ts';

describe('a Python program of the embedded engine', () => {
  const engine = useEmbeddedEngine();
  const python = (code: string, more = {}) => run(engine(), { language: 'python', code, ...more });

  test('asks and is answered by its stdin', async () => {
    const result = await python('name = input("who? ")\nprint("hello", name)', { stdin: 'Zoë\n' });
    expect(result.stdout).toBe('who? hello Zoë\n');
  });

  test('gets the position of an error', async () => {
    const result = await python('def divide(by):\n  return 1 / by\n\ndivide(0)');
    expect(result).toMatchObject({ status: 'failed', exitCode: 1, stdout: '' });
    expect(result.stderr).toMatch(/^Traceback.*File "\/work\/main.py", line 4, in <module>.*ZeroDivisionError/s);
    expect(result.stderr).not.toContain('strongroom');
  });

  test('has the path that the job names, next to its files', async () => {
    const files = { 'src/sibling.py': 'name = "next to it"' };
    const code = 'import sibling\nprint(__file__, sibling.name)';
    const result = await python(code, { entry: 'src/app.py', files });
    expect(result).toMatchObject({ stdout: '/work/src/app.py next to it\n', stderr: '', files: [] });
  });

  test('sleeps as long as it asks to', async () => {
    const code = 'import time\nbefore = time.monotonic()\ntime.sleep(0.3)\nprint(time.monotonic() - before >= 0.3)';
    expect((await python(code)).stdout).toBe('True\n');
  });

  test('may be asynchronous', async () => {
    const code = `
import asyncio
async def after(seconds):
  await asyncio.sleep(seconds)
  print(seconds)
async def main():
  await asyncio.gather(after(0.2), after(0.1))
  try: await asyncio.wait_for(asyncio.Event().wait(), 0.05)
  except TimeoutError: print("late")
asyncio.run(main())`;
    expect(await python(code)).toMatchObject({ stdout: '0.1\n0.2\nlate\n', stderr: '', exitCode: 0 });
  });

  test('has the time of day', async () => {
    const before = Date.now();
    const result = await python('import datetime, time\nprint(time.time(), datetime.datetime.now().year)');
    const [seconds, year] = result.stdout.split(' ').map(Number);
    expect(Number(seconds) * 1000).toBeGreaterThanOrEqual(before - 10);
    expect(Number(seconds) * 1000).toBeLessThanOrEqual(Date.now() + 10);
    expect(year).toBe(new Date().getUTCFullYear());
  });

  test('has random numbers of its own in every run', async () => {
    const code = 'import random, os, uuid\nprint(random.random(), os.urandom(8).hex(), uuid.uuid4(), hash("x"))';
    const [first, second] = [(await python(code)).stdout.split(' '), (await python(code)).stdout.split(' ')];
    for (const [index, value] of first.entries()) expect(value).not.toBe(second[index]);
  });

  test('has the standard library that programs use', async () => {
    const code = `
import json, re, hashlib, sqlite3, csv, io, decimal, statistics, base64, zlib, tempfile, pathlib, dataclasses
print(json.loads('{"a": [1, null]}'), re.findall(r"\\d+", "a1b22"), hashlib.sha256(b"x").hexdigest()[:8])
db = sqlite3.connect("notes.db")
db.execute("create table notes (text)")
db.execute("insert into notes values ('kept')")
db.commit()
print(sqlite3.connect("notes.db").execute("select * from notes").fetchall())
with tempfile.TemporaryFile() as file:
  file.write(b"held while it has no name")
  file.seek(0)
  print(file.read().decode())
print(zlib.decompress(zlib.compress(b"packed")).decode(), decimal.Decimal("0.1") * 3, pathlib.Path("notes.db").exists())`;
    const result = await python(code);
    expect(result.stderr).toBe('');
    expect(result.stdout).toBe(
      "{'a': [1, None]} ['1', '22'] 2d711642\n[('kept',)]\nheld while it has no name\npacked 0.3 True\n",
    );
    expect(result.files.map(({ path }) => path)).toEqual(['notes.db']);
  });

  test('leaves the files that are new or changed, less itself and the untouched', async () => {
    const code = `
import os, shutil
open("changed.txt", "a").write("more")
os.makedirs("a/b"); open("a/b/c", "w").write("deep")
os.rename("moved.txt", "to.txt"); os.remove("gone.txt"); shutil.copy("same.txt", "copy.txt")
os.symlink("/etc/passwd", "link"); os.mkdir("empty")`;
    const files = { 'changed.txt': 'given ', 'same.txt': 'same', 'gone.txt': 'x', 'moved.txt': 'm' };
    const result = await python(code, { files });
    expect(result.stderr).toBe('');
    expect(filesOf(result)).toEqual({
      'a/b/c': 'deep',
      'changed.txt': 'given more',
      'copy.txt': 'same',
      'to.txt': 'm',
    });
  });

  test('imports the modules that came with it', async () => {
    const files = { 'helper/words.py': 'word = "found"', 'helper/__init__.py': '' };
    expect(await python('import helper.words as w; print(w.word)', { files })).toMatchObject({
      stdout: 'found\n',
      files: [],
    });
  });

  test.each([
    ['raise SystemExit(300)', 44],
    ['import sys; sys.exit("words")', 1],
    ['import os; os._exit(9)', 9],
    ['import sys; sys.exit(-1)', 255],
  ])('ends with its own exit code: %s', async (code, exitCode) => {
    expect(await python(code)).toMatchObject({ status: 'failed', exitCode, signal: null });
  });

  test('runs what it left for its end', async () => {
    const code = 'import atexit\natexit.register(print, "last")\nprint("first")';
    expect((await python(code)).stdout).toBe('first\nlast\n');
  });

  test('may set what its interpreter reads while it boots', async () => {
    const env = { PYTHONHASHSEED: '1', PYTHONPATH: '/work/lib', GREETING: 'hi' };
    const code = 'import os, extra; print(extra.x, os.environ["GREETING"], os.environ["PYTHONPATH"], hash("a"))';
    const files = { 'lib/extra.py': 'x = 1' };
    const [first, second] = [await python(code, { env, files }), await python(code, { env, files })];
    expect(first.stdout).toMatch(/^1 hi \/work\/lib -?\d+\n$/);
    expect(second.stdout).toBe(first.stdout);
  });
});
