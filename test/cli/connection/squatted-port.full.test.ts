/**
 * After the daemon has died, any process can take its port. The commands send it nothing: neither a key nor a password.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, describe, expect, it } from 'vitest';
import { isAlive } from '../../../src-shared-node/is-alive.mjs';
import { type ReadyDaemon, startChildDaemon } from '../../support/daemon/child-daemon.ts';
import { type Squatter, squat } from '../../support/daemon/squatter.ts';
import { readLogs, registerUser } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { until } from '../../support/until.ts';
import { cliBundle, commandIn, type TestCommand, temporaryFolder } from '../command.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const dataDir of folders.splice(0)) await stopDaemonOf(dataDir);
});

const runFileOf = (dataDir: string) => join(dataDir, 'run/daemon.json');
const readPid = (dataDir: string): number => JSON.parse(readFileSync(runFileOf(dataDir), 'utf8')).pid;

/** The daemon that a command has started. */
async function stopDaemonOf(dataDir: string): Promise<void> {
  if (!existsSync(runFileOf(dataDir))) return;
  process.kill(readPid(dataDir), 'SIGTERM');
  await until(() => !existsSync(runFileOf(dataDir)));
}

async function startDaemon(): Promise<{ daemon: ReadyDaemon; command: TestCommand; apiKey: string }> {
  const folder = temporaryFolder();
  const command = commandIn(folder, join(folder, 'data'));
  const daemon = await startChildDaemon(command.dataDir);
  folders.push(command.dataDir);
  return { daemon, command, apiKey: (await registerUser(daemon.url)).apiKey };
}

/** Ends the daemon as a crash does: its run file and its socket stay. Then its port is another program's. */
async function replaceBySquatter({ url, process: child, exited }: ReadyDaemon): Promise<Squatter> {
  child.kill('SIGKILL');
  await exited;
  return squat(Number(new URL(url).port));
}

describeWithEngine('a port that another program has taken from a dead daemon', () => {
  it('gets nothing of a run, which the daemon serves that is started', async () => {
    const { daemon, command, apiKey } = await startDaemon();
    const squatter = await replaceBySquatter(daemon);
    const env = { STRONGROOM_API_KEY: apiKey };
    const ran = await command.run(['exec', 'python', 'print(6 * 7)'], { env });
    expect(ran).toMatchObject({ exitCode: 0, stdout: '42\n' });
    expect(squatter.received()).toEqual([]);
  });

  it('gets no master password of a vault run', async () => {
    const { daemon, command, apiKey } = await startDaemon();
    const env = { STRONGROOM_API_KEY: apiKey };
    const file = join(command.folder, 's.py');
    writeFileSync(file, 'print("stored")');
    await command.run(['vault', 'put', 'script', file], { input: 'master password', env });
    const squatter = await replaceBySquatter(daemon);
    const ran = await command.run(['vault', 'run', 'script'], { input: 'master password', env });
    expect(ran).toMatchObject({ exitCode: 0, stdout: 'stored\n' });
    expect(squatter.received()).toEqual([]);
  });
});

describe('the MCP bridge', () => {
  /** A real agent, with the bridge as its server. */
  async function startAgent(command: TestCommand, apiKey: string): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const env = { STRONGROOM_API_KEY: apiKey, STRONGROOM_MASTER_PASSWORD: 'a master password', ...command.env };
    const args = [cliBundle, '--data-dir', command.dataDir, 'mcp'];
    const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' });
    await client.connect(transport as Parameters<Client['connect']>[0]);
    return client;
  }

  it('sends the next messages to the daemon that it starts, and nothing to the port of the dead one', async () => {
    const { daemon, command, apiKey } = await startDaemon();
    const agent = await startAgent(command, apiKey);
    const { tools } = await agent.listTools();
    const firstPid = readPid(command.dataDir);
    const squatter = await replaceBySquatter(daemon);
    const lists = await Promise.all([agent.listTools(), agent.listTools(), agent.listTools()]);
    for (const list of lists) expect(list.tools).toEqual(tools);
    expect(readPid(command.dataDir)).not.toBe(firstPid);
    await agent.close();
    expect(squatter.received()).toEqual([]);
  });

  it('starts no daemon to take its leave', async () => {
    const { daemon, command, apiKey } = await startDaemon();
    const agent = await startAgent(command, apiKey);
    const { pid } = agent.transport as StdioClientTransport;
    // The last message of the beginning: nothing waits for its answer.
    await until(() => /"route":"\/mcp","status":202/.test(readLogs(join(command.dataDir, 'logs'))));
    const squatter = await replaceBySquatter(daemon);
    folders.pop();
    await agent.close();
    await until(() => pid === null || !isAlive(pid ?? 0));
    expect(readPid(command.dataDir)).toBe(daemon.process.pid);
    expect(squatter.received()).toEqual([]);
  });

  it('reports an error where no daemon can be started, and sends nothing to the port', async () => {
    const { daemon, command, apiKey } = await startDaemon();
    const agent = await startAgent(command, apiKey);
    const squatter = await replaceBySquatter(daemon);
    folders.pop();
    // Without its key the data cannot be opened.
    rmSync(`${command.dataDir}-key`, { recursive: true });
    await expect(agent.listTools()).rejects.toThrow(/key file in .* does not exist/);
    await agent.close();
    expect(squatter.received()).toEqual([]);
  });
});
