import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { resourcesDir, run, useEmbeddedEngine } from './embedded-fixture.ts';

const note = 'The embedded engine lacks this: it needs Docker\n';
const inCoroutine = (line: string) => `import asyncio\nasync def main(): ${line}\nasyncio.run(main())`;

describe('an error of the embedded engine', () => {
  const engine = useEmbeddedEngine();
  const stderrOf = async (language: string, code: string) => (await run(engine(), { language, code })).stderr;

  test.each([
    'import socket\nsocket.gethostbyname("localhost")',
    'from socket import gethostbyname',
    'import urllib.request\nurllib.request.urlopen("http://localhost")',
    'import socket\nsocket.socket()',
    'import threading\nthreading.Thread(target=print).start()',
    'from concurrent.futures import ThreadPoolExecutor',
    'import subprocess\nsubprocess.run(["ls"])',
    'import os\nos.fork()',
    'import ssl',
    'import multiprocessing.pool',
    'import itertools\nitertools.batched',
    inCoroutine('await asyncio.create_subprocess_exec("ls")'),
    inCoroutine('await asyncio.to_thread(print)'),
    'type Number = int',
    'def first[T](items: list[T]) -> T: ...',
  ])('ends with "needs Docker" if Docker has what the Python program uses: %s', async (code) => {
    expect(await stderrOf('python', code)).toMatch(new RegExp(`${note}$`));
  });

  test.each([
    '1 / 0',
    'import maths',
    'import math\nmath.sqroot(2)',
    'from math import sqroot',
    'import os\nos.nope',
    'import winreg',
    'x =',
    'class A: pass\nA().socket',
    'open("missing.txt")',
    'raise NotImplementedError',
    'raise RuntimeError("no thread")',
  ])('does not name Docker for an error that Docker has as well: %s', async (code) => {
    const stderr = await stderrOf('python', code);
    expect(stderr).toMatch(/Error/);
    expect(stderr).not.toContain('Docker');
  });

  test.each([
    ['javascript', 'require("http")'],
    ['javascript', 'require("node:child_process")'],
    ['javascript', 'import { createServer } from "node:net"'],
    ['javascript', 'import stream from "stream/promises"'],
    ['javascript', 'fetch("http://localhost")'],
    ['javascript', 'await fetch("http://localhost")'],
    ['typescript', 'const copy: object = structuredClone({})'],
    ['typescript', 'new Intl.NumberFormat()'],
  ])('ends with "needs Docker" if Node has what the %s program uses: %s', async (language, code) => {
    expect(await stderrOf(language, code)).toMatch(new RegExp(`${note}$`));
  });

  test.each(['foo()', 'require("lodash")', 'require("./http")', 'throw null', 'null.x', 'import x from "./net"'])(
    'does not name Docker for an error that Node has as well: %s',
    async (code) => {
      const stderr = await stderrOf('javascript', code);
      expect(stderr).toMatch(/^Uncaught /);
      expect(stderr).not.toContain('Docker');
    },
  );

  test('does not hide a module of the program that has the name of the rules', async () => {
    const files = { 'needs_docker.py': 'print("mine")', 'missing_names.py': 'raise SystemExit(9)' };
    const result = await run(engine(), { language: 'python', code: 'import needs_docker\nimport ssl', files });
    expect(result).toMatchObject({ stdout: 'mine\n', stderr: expect.stringContaining(note), exitCode: 1 });
  });
});

describeWithEngine('the names that need Docker', () => {
  const engine = useEmbeddedEngine();

  test('exist in the Python of Docker and not in the embedded one', async () => {
    const table = readFileSync(join(resourcesDir, 'embedded/missing_names.py'), 'utf8');
    const code = `${table}
import importlib
for module, names in missing.items():
    for name in names.split():
        print(module, name, hasattr(importlib.import_module(module), name))`;
    const lines = (await run(engine(), { language: 'python', code })).stdout.trim().split('\n');
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.filter((line) => !line.endsWith(' False'))).toEqual([]);
    const image = execFileSync('docker', ['images', '-q', 'strongroom/sandbox'], { encoding: 'utf8' }).split('\n')[0];
    const inDocker = execFileSync(
      'docker',
      ['run', '--rm', '-i', '--network', 'none', '--entrypoint', 'python3', image ?? '', '-'],
      { encoding: 'utf8', input: code },
    );
    const found = inDocker.trim().split('\n');
    expect(found.length).toBe(lines.length);
    expect(found.filter((line) => !line.endsWith(' True'))).toEqual([]);
  });
});
