/** The protocol's own tools: its inspector, and the server scenarios of its conformance suite that apply. */
import { mkdtempSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliBundle } from '../../cli/command.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

const daemon = testDaemonOfFile();
const bin = join(import.meta.dirname, '../../../node_modules/.bin');
const node = join(bin, 'node');
const home = mkdtempSync(join(tmpdir(), 'mcp-'));

/** The others call tools, prompts and resources of the suite's own example server, by their names. */
const applicable = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
];

describe('@modelcontextprotocol/conformance', () => {
  let proxy: Server;
  beforeAll(async () => {
    const { apiKey } = await daemon().newUser();
    proxy = await addCredential(daemon().port, apiKey);
  });
  afterAll(() => void proxy.close());

  it.each(applicable)('%s', async (scenario) => {
    const { port } = proxy.address() as AddressInfo;
    const args = ['server', '--url', `http://127.0.0.1:${port}/mcp`, '--scenario', scenario, '-o', home];
    const { exitCode, stdout } = await execa(node, [join(bin, 'conformance'), ...args], { reject: false, cwd: home });
    expect(exitCode, stdout).toBe(0);
    expect(stdout).toMatch(/[1-9]\d*\/[1-9]\d* passed|Passed: [1-9]/i);
  });
});

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
    expect((await inspect(target, ['--method', 'tools/list'])).tools).toHaveLength(14);
    expect((await inspect(target, call)).structuredContent).toMatchObject({ stdout: '42\n' });
  });

  it('lists and calls tools over stdio', async () => {
    const { apiKey } = await daemon().newUser();
    const target = [node, cliBundle, 'mcp'];
    const env = ['-e', `STRONGROOM_API_KEY=${apiKey}`, '-e', `STRONGROOM_URL=${daemon().url}`];
    expect((await inspect([...target, ...env], ['--method', 'tools/list'])).tools).toHaveLength(14);
    expect((await inspect([...target, ...env], call)).structuredContent).toMatchObject({ stdout: '42\n' });
  });
});

/** The suite has no place for a credential: this adds it, and changes nothing else but the address that it stands for. */
async function addCredential(port: number, apiKey: string): Promise<Server> {
  const server = createServer((incoming, answer) => {
    const own = (server.address() as AddressInfo).port;
    const translate = (text: string | undefined) => text?.replace(`:${own}`, `:${port}`);
    const headers = { ...incoming.headers, host: translate(incoming.headers.host), 'x-api-key': apiKey };
    if (incoming.headers.origin !== undefined) headers.origin = translate(incoming.headers.origin);
    const { method, url: path } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, setHost: false }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
