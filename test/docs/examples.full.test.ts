/** Runs every command of the pages as written, with the addresses of the test's own daemon and model endpoint. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCatalog } from '../../src-shared/error-catalog.ts';
import { cliBundle } from '../cli/command.ts';
import { readSource } from '../house/checkout.ts';
import { testDaemonOfFile, testPassword } from '../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { modelEndpointOfFile, sendModels } from '../support/network/model-endpoint.ts';
import { agentServersOf, docs, examplesOf, tasksOf } from './page.ts';

const pages = [
  ...['quick-start.md', 'results-and-limits.md', 'packages.md', 'secrets.md', 'cli.md', 'http-api.md', 'agents.md'],
  ...['sandboxes.md', 'troubleshooting.md', 'ai.md', '../README.md'],
];
/** Pages whose first example creates an account. */
const withOwnAccount = ['quick-start.md', 'http-api.md', '../README.md'];
/** Pages that other suites run: their commands change the data folder or remove objects of the engine. */
const ownSuites = ['backup.md', 'paths.md'];

describeWithEngine('the examples of', () => {
  describe.each(pages)('%s', (name) => {
    const daemon = testDaemonOfFile();
    const endpoint = modelEndpointOfFile();
    let home = '';
    let key = '';
    beforeAll(async () => {
      home = mkdtempSync(join(tmpdir(), 'docs-'));
      putOnPath(home, daemon().config.dataDir);
      key = (await daemon().newUser()).apiKey;
      if (!withOwnAccount.includes(name)) await run('strongroom login --register --email me@example.com');
    });

    /** Runs a script in the same folder as the others. Its stdin is the password, which the commands prompt for. */
    function run(script: string) {
      const text = script
        .replaceAll('http://127.0.0.1:7341', daemon().url)
        .replaceAll(/http:\/\/127\.0\.0\.1:11434|https:\/\/api\.openai\.com/g, endpoint().url);
      return start('bash', ['--norc', '-eu', '-c', text]);
    }

    function start(command: string, args: string[]) {
      return execa(command, args, {
        cwd: join(home, 'work'),
        input: testPassword,
        reject: false,
        stripFinalNewline: false,
        env: environment(),
      });
    }

    function environment() {
      return {
        // The pages use this variable for the API key of the reader.
        KEY: key,
        PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
        XDG_CONFIG_HOME: join(home, 'config'),
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
      };
    }

    it.each(examplesOf(name))('line $line', async ({ script, output }) => {
      endpoint().answerModels(sendModels(['gpt-5.1']));
      const { exitCode, stdout, stderr } = await run(script);
      expect(exitCode, `${script}\n${stdout}\n${stderr}`).toBe(0);
      if (output !== undefined) expect(stdout).toBe(output);
    });

    it.each(agentServersOf(name))('an agent that starts $command $args', async ({ command, args }) => {
      const agent = new Client({ name: 'reader', version: '1' });
      await agent.connect(new StdioClientTransport({ command, args, env: environment(), cwd: join(home, 'work') }));
      const answer = await agent.callTool({
        name: 'run_code',
        arguments: { language: 'bash', code: 'echo by an agent' },
      });
      await agent.close();
      expect(answer.structuredContent).toMatchObject({ stdout: 'by an agent\n', exitCode: 0 });
    });

    it.each(tasksOf(name))('task "$label" of VS Code', async ({ command, args }) => {
      const file = join(home, 'work/open.py');
      writeFileSync(file, 'print("from the editor")');
      const filled = args.map((arg) => arg.replaceAll(openFile, file));
      expect(await start(join(home, 'bin', command), filled)).toMatchObject({
        stdout: 'from the editor\n',
        exitCode: 0,
      });
    });
  });
});

describe('the pages', () => {
  it('are run if they have an example', () => {
    const withExamples = readdirSync(docs).filter((name) => name.endsWith('.md') && examplesOf(name).length > 0);
    expect([...pages, ...ownSuites]).toEqual(expect.arrayContaining(withExamples));
  });
});

describe('troubleshooting.md', () => {
  it('lists exactly the error codes, with their status', () => {
    const rows = [...readSource('docs/troubleshooting.md').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)];
    const listed = Object.fromEntries(rows.map(([, code = '', status]) => [code, Number(status)]));
    const known = Object.fromEntries(Object.entries(errorCatalog).map(([code, { status }]) => [code, status]));
    expect(listed).toEqual(known);
  });
});

/** The variable of VS Code for the open file. */
const openFile = ['$', '{file}'].join('');

/** Writes a `strongroom` program that uses this data folder unless a flag names another. */
function putOnPath(home: string, dataDir: string): void {
  for (const folder of ['bin', 'work']) mkdirSync(join(home, folder));
  const path = join(home, 'bin/strongroom');
  // The flag of an example comes last, so it overrides this one.
  const script = `#!/bin/sh\nexec '${process.execPath}' '${cliBundle}' --data-dir '${dataDir}' "$@"\n`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
}
