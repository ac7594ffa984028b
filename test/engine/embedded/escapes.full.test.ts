import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run, useEmbeddedEngine } from './embedded-fixture.ts';
import { javascriptEscapes, javascriptPrelude, pythonEscapes, pythonPrelude } from './escape-attempts.ts';

const folder = mkdtempSync(join(tmpdir(), 'host-'));
const hostFile = join(folder, 'secret.js');
let server: Server;
let visits = 0;

beforeAll(async () => {
  writeFileSync(hostFile, '"host secret"; globalThis.escaped = true;');
  server = createServer((socket) => {
    visits++;
    socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
});

function environment(): Record<string, string> {
  const address = server.address();
  return { HOST_FILE: hostFile, HOST_PORT: String(typeof address === 'object' ? address?.port : '') };
}

// With Node's own walls alone: each must hold without bubblewrap, which many systems do not have.
describe.each([
  ['python', pythonPrelude, pythonEscapes],
  ['javascript', javascriptPrelude, javascriptEscapes],
])('a %s program gets nowhere when it', (language, prelude, attempts) => {
  const engine = useEmbeddedEngine({ mayConfine: false });

  test.each(Object.entries(attempts))('%s', async (_what, attempt) => {
    const code = `${prelude}${attempt}`;
    const files = { 'a.mjs': 'import "./b.mjs"', 'b.mjs': 'import "./a.mjs"' };
    const result = await run(engine(), { language, code, env: environment(), files, timeoutMs: 5000 });
    const output = result.stdout + result.stderr.replaceAll(/^.*print.*$/gm, '');
    expect(output).not.toContain('ESCAPED');
    expect(result.stdout + result.stderr).not.toContain('host secret');
    expect(visits).toBe(0);
    // It was the program that ended, not the engine.
    expect(await run(engine(), { code: 'print(6 * 7)' })).toMatchObject({ stdout: '42\n', status: 'succeeded' });
  });
});
