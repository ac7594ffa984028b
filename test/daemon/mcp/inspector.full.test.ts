/** The protocol's own inspector as a client. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { cliBundle } from '../../cli/command.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

const daemon = testDaemonOfFile();
const bin = join(import.meta.dirname, '../../../node_modules/.bin');
const node = join(bin, 'node');
const home = mkdtempSync(join(tmpdir(), 'mcp-'));

describeWithEngine('@modelcontextprotocol/inspector', () => {
  const code = 'print(6 * 7)';
  const call = ['--method', 'tools/call', '--tool-name', 'run_code', '--tool-arg', 'language=python', `code=${code}`];

  async function inspect(target: string[], args: string[], env: Record<string, string> = {}) {
    const argv = [join(bin, 'mcp-inspector'), '--cli', ...target, ...args];
    const { stdout, stderr, exitCode } = await execa(node, argv, {
      reject: false,
      cwd: home,
      env: { HOME: home, ...env },
    });
    if (exitCode !== 0) throw new Error(`${exitCode} ${stderr}`);
    return JSON.parse(stdout);
  }

  it('lists and calls tools over HTTP', async () => {
    const { apiKey } = await daemon().newUser();
    const target = [`${daemon().url}/mcp`, '--transport', 'http', '--header', `x-api-key: ${apiKey}`];
    expect((await inspect(target, ['--method', 'tools/list'])).tools).toHaveLength(15);
    expect((await inspect(target, call)).structuredContent).toMatchObject({ stdout: '42\n' });
  });

  it('lists and calls tools over stdio', async () => {
    const { apiKey } = await daemon().newUser();
    const target = [node, cliBundle, 'mcp'];
    const env = ['-e', `STRONGROOM_API_KEY=${apiKey}`, '-e', `STRONGROOM_URL=${daemon().url}`];
    expect((await inspect([...target, ...env], ['--method', 'tools/list'])).tools).toHaveLength(15);
    expect((await inspect([...target, ...env], call)).structuredContent).toMatchObject({ stdout: '42\n' });
  });
});
