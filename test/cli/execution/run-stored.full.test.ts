/** `strongroom run vault:NAME`. The examples of docs/cli.md run a script of a real vault in this way. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ended, started, stubApiOfFile } from '../network/stub-api.ts';

const api = stubApiOfFile();
const events = () => ({ events: [started, ended] });

describe('run vault:NAME', () => {
  it('sends what vault run sends', async () => {
    api.answer({ 'POST /api/v1/zk/code/nightly%20report/execute': events });
    const rest = ['--env', 'A=1', '--timeout', '5s'];
    const run = await api.run(['run', ...rest, 'vault:nightly report', 'x', '--json'], 'master password');
    const vaultRun = await api.run(['vault', 'run', ...rest, 'nightly report', 'x', '--json'], 'master password');
    expect(run).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(vaultRun).toEqual(run);
    const options = { args: ['x', '--json'], env: { A: '1' }, timeoutMs: 5000 };
    const body = { ...options, outputEncoding: 'base64', masterPassword: 'master password' };
    const sent = api.requests.filter(({ method }) => method === 'POST');
    expect(sent.map((request) => request.body)).toEqual([body, body]);
  });

  it('names a similar script if there is none of this name', async () => {
    const error = { code: 'code_not_found', message: 'none', requestId: 'req_1' };
    const at = '2026-01-01T00:00:00.000Z';
    const stored = (name: string) => ({
      ...{ name, language: 'python', description: '', stored: true, zeroKnowledge: true, size: 1, revision: 1 },
      ...{ createdAt: at, updatedAt: at },
    });
    api.answer({
      'POST /api/v1/zk/code/repot/execute': () => ({ status: 404, body: { error } }),
      'POST /api/v1/zk/code/other/execute': () => ({ status: 404, body: { error } }),
      'GET /api/v1/zk/code': () => ({ body: { code: [stored('report'), stored('nightly report')] } }),
    });
    const refusal = async (name: string) => (await api.run(['run', `vault:${name}`], 'master password')).stderr;
    expect(await refusal('repot')).toContain('The vault has no script named repot. (Did you mean report?)');
    expect(await refusal('other')).toContain('List the scripts with: strongroom vault ls');
  });

  it.each([
    [['vault:'], 'vault: names no script of the vault'],
    [['vault:../x'], 'Write ./vault:../x for a file'],
    [['--language', 'bash', 'vault:x'], '--language cannot be used with a script of the vault'],
    [['--entry', 'main.py', 'vault:x'], '--entry cannot be used with a script of the vault'],
  ])('is refused as %j', async (args, message) => {
    const { exitCode, stderr } = await api.run(['run', ...args], 'master password');
    expect({ exitCode, stderr }).toEqual({ exitCode: 64, stderr: expect.stringContaining(message) });
    expect(api.requests).toEqual([]);
  });

  it('is a file if its path has a folder', async () => {
    mkdirSync(api.folder, { recursive: true });
    writeFileSync(join(api.folder, 'vault:x'), 'true');
    api.answer({ 'POST /api/v1/execute': events });
    await api.run(['run', '--language', 'bash', './vault:x']);
    expect(api.bodyOf('POST', '/api/v1/execute')).toMatchObject({ code: 'true', language: 'bash' });
  });
});
