import { expect, test } from 'vitest';
import { describeWithDocker, run } from '../docker-fixture.ts';

describeWithDocker('a program', (fixture) => {
  test('a JavaScript program may be an ES module', async () => {
    const code = 'import { sep } from "node:path"; const one = await Promise.resolve(1); console.log(sep, one);';
    const result = await run(fixture().engine, { language: 'javascript', code });
    expect(result).toMatchObject({ stdout: '/ 1\n', stderr: '', exitCode: 0 });
  });

  test('a TypeScript program may be an ES module with top-level await', async () => {
    const code =
      'import { sep } from "node:path"; const one: number = await Promise.resolve(1); console.log(sep, one);';
    const result = await run(fixture().engine, { language: 'typescript', code });
    expect(result).toMatchObject({ stdout: '/ 1\n', stderr: '', exitCode: 0 });
  });

  test('a TypeScript program is a project as tsc and tsx read it', async () => {
    const files = {
      'tsconfig.json':
        '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true, "paths": { "@lib/*": ["./lib/*"] } } }',
      'lib/names/index.ts': 'export interface Named { name: string }\nexport enum Kind { Found = "found" }',
      'math.ts': 'export const twice = (n: number): number => 2 * n;',
    };
    const code = [
      "import { Kind, Named } from '@lib/names';",
      "import { twice } from './math.js';",
      "import os = require('node:os');",
      '(Reflect as any).metadata = (key: string, type: any) => () => void console.log(key, type.name);',
      'function note(..._: any[]) {}',
      'class Box { @note name!: string; constructor(readonly of: Named) {} }',
      'console.log(Kind.Found, twice(21), typeof os.EOL, __dirname, new Box({ name: "x" }).of.name);',
    ].join('\n');
    const { stdout, stderr } = await run(fixture().engine, { language: 'typescript', code, files });
    expect({ stdout, stderr }).toEqual({ stdout: 'design:type String\nfound 42 string /work x\n', stderr: '' });
  });

  test('a program imports modules from its input files', async () => {
    const result = await run(fixture().engine, {
      language: 'python',
      code: 'import helper.words as w; print(w.word)',
      files: { 'helper/words.py': 'word = "found"' },
    });
    expect(result).toMatchObject({ stdout: 'found\n', exitCode: 0, files: [] });
  });

  test('output is streamed while the program runs', async () => {
    const seen: string[] = [];
    const done = Promise.withResolvers<void>();
    const running = fixture().engine.run(
      {
        id: 'stream',
        language: 'python',
        code: 'import time\nprint("first")\ntime.sleep(60)',
        stdin: new Uint8Array(),
        args: [],
        env: {},
        files: [],
        timeoutMs: 3000,
        memoryMb: 128,
        network: 'none',
      },
      {
        signal: new AbortController().signal,
        onOutput: (_stream, chunk) => {
          seen.push(Buffer.from(chunk).toString());
          if (seen.join('').endsWith('\n')) done.resolve();
        },
      },
    );
    await Promise.race([done.promise, running.then(() => Promise.reject(new Error('ended before its output came')))]);
    expect(seen.join('')).toBe('first\n');
    expect((await running).status).toBe('timed_out');
  });

  test('a program receives all of an 8 MiB stdin', async () => {
    const result = await run(fixture().engine, { code: 'wc -c; ', stdin: Buffer.alloc(8 * 1024 * 1024, 'x') });
    expect(result).toMatchObject({ stdout: '8388608\n', exitCode: 0 });
  });

  test('a program that does not read its stdin succeeds', async () => {
    const result = await run(fixture().engine, { code: 'exit 0', stdin: Buffer.alloc(1024 * 1024) });
    expect(result.status).toBe('succeeded');
  });

  test('a character that is written in two halves arrives with its bytes in order', async () => {
    const result = await run(fixture().engine, { code: "printf '\\xf0\\x9f'; sleep 0.1; printf '\\x8e\\x89'" });
    expect(result.stdout).toBe('🎉');
  });
});
