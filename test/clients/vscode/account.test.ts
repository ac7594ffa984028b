/** Signing in, the address of the daemon, and the status bar, with a fake editor and a real daemon. */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findKeyCommand } from '../../../clients/vscode/src/account/key-command.ts';
import { listApiKeys, revokeApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { cliBundle } from '../../cli/command.ts';
import { squat } from '../../support/daemon/squatter.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { until } from '../../support/until.ts';
import { editorAt } from './fake-editor.ts';

const daemon = testDaemonOfFile();
const folder = mkdtempSync(join(tmpdir(), 'vscode-account-'));

/** Writes a command `strongroom` that talks to the test's daemon. Returns its folder. */
function installCommand(apiKey: string): string {
  const bin = mkdtempSync(join(folder, 'bin-'));
  const environment = `XDG_CONFIG_HOME='${bin}' STRONGROOM_API_KEY='${apiKey}'`;
  const command = `exec '${process.execPath}' '${cliBundle}' --data-dir '${daemon().config.dataDir}' "$@"`;
  writeFileSync(join(bin, 'strongroom'), `#!/bin/sh\n${environment} ${command}\n`, { mode: 0o700 });
  return bin;
}

describe('signing in', () => {
  it('checks the key and stores it for this address', async () => {
    const user = await daemon().newUser();
    const { editor, commands } = editorAt(daemon().url);
    editor.answers.texts = [` ${user.apiKey}\n`];
    await commands.signIn();
    expect(editor.informed).toEqual([`Signed in to Strongroom as ${user.email}.`]);
    expect([...editor.stored]).toEqual([[`apiKey ${daemon().url}`, user.apiKey]]);
    expect(editor.questions.every(({ isPassword }) => isPassword)).toBe(true);

    await commands.signOut();
    expect(editor.stored.size).toBe(0);
  });

  it('stores no key that the daemon refuses', async () => {
    const { editor, commands } = editorAt(daemon().url);
    editor.answers.texts = ['srk_wrong_key'];
    await commands.signIn();
    expect(editor.errors).toEqual([{ message: expect.stringContaining('API key'), actions: ['Sign In'] }]);
    expect(editor.stored.size).toBe(0);
  });

  it('creates a key with the strongroom command, with the scopes that the extension uses', async () => {
    const user = await daemon().newUser();
    const command = findKeyCommand(`relative:${installCommand(user.apiKey)}`);
    const { editor, commands } = editorAt(daemon().url, undefined, command);
    editor.answers.picks = [['Create a key with the strongroom command']];
    await commands.signIn();
    expect(editor.errors).toEqual([]);
    const { apiKeys } = await user.client.call(listApiKeys);
    expect(apiKeys.find(({ name }) => name === 'VS Code')?.scopes.toSorted()).toEqual(['execute', 'secrets', 'vault']);

    editor.open('hello.py', 'python', 'print("signed in")');
    await commands.runFile();
    expect(editor.panel).toContain('signed in\n');
  });

  it('shows why the command created no key', async () => {
    const bin = installCommand('srk_wrong_key');
    const { editor, commands } = editorAt(daemon().url, undefined, join(bin, 'strongroom'));
    editor.answers.picks = [['Create a key with the strongroom command']];
    await commands.signIn();
    expect(editor.errors).toEqual([
      {
        message: expect.stringMatching(/^strongroom keys create failed\. .*does not accept the key/),
        actions: ['Sign In'],
      },
    ]);
  });

  it('finds the command in absolute folders only', () => {
    const bin = installCommand('srk_key');
    expect(findKeyCommand(`/nonexistent:${bin}`)).toBe(join(bin, 'strongroom'));
    const relative = join('..', '..', '..', bin);
    expect(findKeyCommand(relative)).toBeUndefined();
    chmodSync(join(bin, 'strongroom'), 0o600);
    mkdirSync(join(bin, 'below', 'strongroom'), { recursive: true });
    expect(findKeyCommand(`${bin}:${join(bin, 'below')}`)).toBeUndefined();
  });
});

describe('without a usable key', () => {
  it('a command offers to sign in', async () => {
    const user = await daemon().newUser();
    const { editor, commands } = editorAt(daemon().url);
    editor.open('hello.py', 'python', 'print(1)');
    editor.answers = { texts: [user.apiKey], picks: [], button: 'Sign In' };
    await commands.runFile();
    expect(editor.errors).toEqual([{ message: 'You are not signed in to Strongroom.', actions: ['Sign In'] }]);
    expect(editor.stored.size).toBe(1);
  });

  it('a command offers to sign in again when the key was revoked', async () => {
    const user = await daemon().newUser();
    const { editor, commands } = editorAt(daemon().url, user.apiKey);
    const { apiKeys } = await user.client.call(listApiKeys);
    for (const { id } of apiKeys) await user.session.call(revokeApiKey, { params: { id } });
    editor.open('hello.py', 'python', 'print(1)');
    await commands.runFile();
    expect(editor.errors).toEqual([{ message: expect.stringContaining('no longer valid'), actions: ['Sign In'] }]);
  });
});

describe('the address of the daemon', () => {
  it('gets no key unless it is on this machine', async () => {
    const { editor, commands } = editorAt(daemon().url, 'srk_key');
    for (const url of ['http://example.com:7341', 'https://127.0.0.1:7341', 'http://127.0.0.1:7341/path', 'nothing']) {
      editor.current.url = url;
      await commands.pickSecrets();
      expect(editor.errors.pop()).toEqual({
        message: expect.stringContaining('strongroom.url must be the address of a daemon on this machine'),
        actions: ['Open Settings'],
      });
    }
  });

  it('gets no key that was stored for another address', async () => {
    const other = await squat(0);
    const { editor, commands } = editorAt(daemon().url, 'srk_key_of_the_daemon');
    editor.current.url = `http://127.0.0.1:${other.port}`;
    const done = commands.pickSecrets();
    await until(() => other.received().join().includes('/api/v1/health'));
    expect(editor.errors).toEqual([{ message: 'You are not signed in to Strongroom.', actions: ['Sign In'] }]);
    expect(other.received().join()).not.toContain('srk_');
    await other.close();
    await done;
  });

  it('at which no daemon answers leads to a terminal that starts it', async () => {
    const free = await squat(0);
    await free.close();
    const { editor, commands } = editorAt(`http://127.0.0.1:${free.port}`, 'srk_key');
    editor.open('hello.py', 'python', 'print(1)');
    editor.answers.button = 'Start Strongroom';
    await commands.runFile();
    expect(editor.errors[0]?.actions).toEqual(['Start Strongroom', 'Open Settings']);
    expect(editor.terminals).toEqual(['strongroom serve']);
    expect(editor.status).toMatchObject({ text: '$(circle-slash) Strongroom', command: 'strongroom.startDaemon' });
  });
});

describe('the status bar', () => {
  it('shows the state of the engine, and leads to the sign-in without a key', async () => {
    const { editor, refreshStatus } = editorAt(daemon().url);
    await until(() => daemon().core.engine.status().status === 'ready');
    await refreshStatus();
    expect(editor.status).toMatchObject({ text: '$(key) Strongroom', command: 'strongroom.signIn' });
    editor.stored.set(`apiKey ${daemon().url}`, 'srk_key');
    await refreshStatus();
    expect(editor.status).toMatchObject({ text: '$(shield) Strongroom', command: 'strongroom.showOutput' });
    expect(editor.status?.tooltip).toMatch(/^Strongroom \d+\.\d+\.\d+, engine docker: ready$/);
    editor.current.url = 'http://example.com';
    await refreshStatus();
    expect(editor.status).toMatchObject({ text: '$(error) Strongroom', isWarning: true });
  });
});

describe('the interface', () => {
  it('is opened at the address, without the key', async () => {
    const { editor, commands } = editorAt('http://localhost:7341', 'srk_key');
    await commands.openInterface();
    expect(editor.opened).toEqual(['http://127.0.0.1:7341']);
  });
});
