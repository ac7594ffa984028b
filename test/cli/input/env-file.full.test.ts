import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ended, started, stubApiOfFile } from '../network/stub-api.ts';

const api = stubApiOfFile();
const path = join(api.folder, '.env');

async function run(text: string | Uint8Array, ...args: string[]) {
  writeFileSync(path, text);
  api.requests.length = 0;
  api.answer({ 'POST /api/v1/execute': () => ({ events: [started, ended] }) });
  const { exitCode, stderr } = await api.run(['exec', '--env-file', path, ...args, 'bash', 'true']);
  const [request] = api.requests;
  return { exitCode, stderr, env: (request?.body as { env?: unknown } | undefined)?.env };
}

describe('--env-file', () => {
  it('sets the variables as Node reads them', async () => {
    const text =
      '# comment\nA=1\nexport B = "two words"\nEMPTY=\nC=\'$A #\'\nMULTI="x\ny"\nPATH=/bin\nNODE_OPTIONS=-r x\n';
    const { env, ...rest } = await run(text);
    expect(rest).toEqual({ exitCode: 0, stderr: '' });
    expect(env).toEqual({ ...parseEnv(text) });
    expect(env).toMatchObject({ B: 'two words', EMPTY: '', MULTI: 'x\ny' });
  });

  it('is replaced by a later file and by --env', async () => {
    const second = join(api.folder, 'second.env');
    writeFileSync(second, 'B=second\nC=second\n');
    const { env } = await run('A=first\nB=first\nC=first\n', '--env', 'C=third', '--env-file', second);
    expect(env).toEqual({ A: 'first', B: 'second', C: 'third' });
  });

  it('is refused with the lines that are not valid, without their values, and nothing runs', async () => {
    const text = 'GOOD=1\nhidden1\n1A=hidden2\nB="x" hidden4\n__proto__=hidden5\nOPEN="hidden3\n';
    const { exitCode, stderr, env } = await run(text);
    expect(exitCode).toBe(64);
    expect(env).toBeUndefined();
    expect(stderr).toMatch(/^strongroom: .*\.env cannot be used: line 2 does not have the form NAME=value; line 3 /);
    for (const line of [4, 5, 6]) expect(stderr).toContain(`line ${line} `);
    expect(stderr).not.toContain('hidden');
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['a value that is cut', 'A=secret#rest\n', 'line 1 is cut at #'],
    ['a name that is set twice', 'A=secret\nA=b\n', 'line 1 is replaced: line 2 sets A again'],
  ])('is used with a message about %s', async (_, text, message) => {
    const { exitCode, stderr, env } = await run(text);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('secret');
    expect(env).toHaveProperty('A');
    expect((await run(text, '--json')).stderr).toBe('');
  });

  it('reads a quote in quotes as everywhere else', async () => {
    const { env, stderr } = await run('CONFIG="{\\"user\\":1}"\n');
    expect(env).toEqual({ CONFIG: '{"user":1}' });
    expect(stderr).toContain('line 1 has \\"');
  });

  it.each([
    ['that does not exist', join(api.folder, 'none'), 65],
    ['that is not UTF-8', path, 64],
  ])('is refused with a file %s', async (_, file, code) => {
    writeFileSync(path, Buffer.from([0x41, 0x3d, 0xff]));
    expect(await api.run(['exec', '--env-file', file, 'bash', 'true'])).toMatchObject({ exitCode: code });
    expect(api.requests).toEqual([]);
  });
});
