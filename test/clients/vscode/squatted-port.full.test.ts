/** Any process can take the port of a daemon that does not run. The extension sends it nothing, whatever the user does. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandIds } from '../../../clients/vscode/src/command-id.ts';
import { startChildDaemon, temporaryDataDir } from '../../support/daemon/child-daemon.ts';
import { squat } from '../../support/daemon/squatter.ts';
import { editorAt } from './fake-editor.ts';

/** Answers of a user who does all that the extension asks for. */
const answers = () => ({
  texts: ['srk_another_key', 'a master password', 'a master password', 'a master password'],
  picks: [['Enter an API key'], ['script']],
  button: undefined,
});

/** Performs every command. Returns what reached the keychain, the browser and the terminal. */
async function doEverything(dataDir: string, address: string) {
  const { editor, commands, refreshStatus } = editorAt(dataDir, 'srk_key_of_the_user');
  editor.stored.set(`apiKey ${address}`, 'srk_key_of_the_user');
  editor.open('hello.py', 'python', 'print(1)');
  editor.select('print(1)');
  await refreshStatus();
  const statusBefore = editor.status?.text;
  for (const url of ['', address]) {
    editor.current.url = url;
    for (const id of commandIds.filter((each) => each !== 'signOut')) {
      editor.answers = answers();
      await commands[id]();
    }
  }
  return { editor, statusBefore };
}

it('the port of a daemon that was killed gets nothing: no key, no password, no question for the state', async () => {
  const { dataDir } = temporaryDataDir();
  const child = await startChildDaemon(dataDir);
  child.process.kill('SIGKILL');
  await child.exited;
  const squatter = await squat(Number(new URL(child.url).port));
  const { editor, statusBefore } = await doEverything(dataDir, child.url);
  expect(squatter.received()).toEqual([]);
  expect(statusBefore).toBe('$(circle-slash) Strongroom');
  expect(editor.opened.filter((opened) => opened.startsWith('http'))).toEqual([]);
  expect([...editor.stored.values()]).not.toContain('srk_another_key');
  expect(editor.errors[0]?.message).toContain('No Strongroom daemon runs');
  await squatter.close();
});

it('a program at the socket of the run file that lacks its proof gets a nonce, and nothing else', async () => {
  const { dataDir } = temporaryDataDir();
  const child = await startChildDaemon(dataDir);
  const runFile = join(dataDir, 'run/daemon.json');
  const content = readFileSync(runFile, 'utf8');
  child.process.kill('SIGKILL');
  await child.exited;
  const { socketPath } = JSON.parse(content);
  rmSync(socketPath, { force: true });
  // The process id of the run file belongs to a living process, as it can after a restart of the machine.
  writeFileSync(runFile, JSON.stringify({ ...JSON.parse(content), pid: process.pid }));
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ proof: Buffer.alloc(32).toString('base64') }));
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  await doEverything(dataDir, child.url);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((request) => !request.startsWith('/api/v1/handshake '))).toEqual([]);
  expect(seen.join()).not.toMatch(/srk_|password/);
  await new Promise((resolve) => server.close(resolve));
});
