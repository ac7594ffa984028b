/** Every command in the pages, run as written: only the addresses are those of the test's own daemon and endpoint. */
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
  ...['troubleshooting.md', 'ai.md', '../README.md'],
];
/** Where the reader makes an account by the page's own first example. */
const fromNothing = ['quick-start.md', 'http-api.md', '../README.md'];
/** Whose commands take the data folder itself, or what an engine keeps, and are run in suites of their own. */
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
      if (!fromNothing.includes(name)) await run('strongroom login --register --email me@example.com');
    });

    /** In one folder and one shell's manner; what is asked for is the password, as it would be typed. */
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
        // In the pages, an API key that the reader has.
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
      const words = args.map((word) => word.replaceAll(openFile, file));
      expect(await start(join(home, 'bin', command), words)).toMatchObject({
        stdout: 'from the editor\n',
        exitCode: 0,
      });
    });
  });
});

describe('the pages', () => {
  it('are tried, all that have an example', () => {
    const withExamples = readdirSync(docs).filter((name) => name.endsWith('.md') && examplesOf(name).length > 0);
    expect([...pages, ...ownSuites]).toEqual(expect.arrayContaining(withExamples));
  });
});

describe('troubleshooting.md', () => {
  it('has every error code with its status, and no other', () => {
    const rows = [...readSource('docs/troubleshooting.md').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)];
    const told = Object.fromEntries(rows.map(([, code = '', status]) => [code, Number(status)]));
    const known = Object.fromEntries(Object.entries(errorCatalog).map(([code, { status }]) => [code, status]));
    expect(told).toEqual(known);
  });
});

/** As VS Code writes it. */
const openFile = ['$', '{file}'].join('');

/** `strongroom` as it would be installed, but for the data folder. */
function putOnPath(home: string, dataDir: string): void {
  for (const folder of ['bin', 'work']) mkdirSync(join(home, folder));
  const path = join(home, 'bin/strongroom');
  // The flag of an example comes last, and wins.
  const script = `#!/bin/sh\nexec '${process.execPath}' '${cliBundle}' --data-dir '${dataDir}' "$@"\n`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
}
