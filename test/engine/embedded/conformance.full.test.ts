import { describe, expect, test } from 'vitest';
import { run, useEmbeddedEngine } from './embedded-fixture.ts';

describe('every language', () => {
  const engine = useEmbeddedEngine();

  test('has stdin of 8 MiB, whole', async () => {
    const stdin = Buffer.alloc(8 * 1024 * 1024, 'x');
    const python = await run(engine(), { code: 'import sys; print(len(sys.stdin.read()))', stdin });
    const code = 'console.log(require("fs").readFileSync(0).length)';
    const javascript = await run(engine(), { language: 'javascript', code, stdin });
    expect([python.stdout, javascript.stdout]).toEqual(['8388608\n', '8388608\n']);
  });
});
