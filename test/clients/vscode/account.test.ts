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
  it('checks the key and stores it for this data folder', async () => {
    const user = await daemon().newUser();
    const { editor, commands } = editorAt(daemon().config.dataDir);
    editor.answers.texts = [` ${user.apiKey}\n`];
    await commands.signIn();
    expect(editor.informed).toEqual([`Signed in to Strongroom as ${user.email}.`]);
    expect([...editor.stored]).toEqual([[`apiKey ${daemon().config.dataDir}`, user.apiKey]]);
    expect(editor.questions.every(({ isPassword }) => isPassword)).toBe(true);

    await commands.signOut();
    expect(editor.stored.size).toBe(0);
  });

  it('stores no key that the daemon refuses', async () => {
    const { editor, commands } = editorAt(daemon().config.dataDir);
    editor.answers.texts = ['srk_wrong_key'];
    await commands.signIn();
    expect(editor.errors).toEqual([{ message: expect.stringContaining('API key'), actions: ['Sign In'] }]);
    expect(editor.stored.size).toBe(0);
  });

  it('creates a key with the strongroom command, with the scopes that the extension uses', async () => {
    const user = await daemon().newUser();
    const command = findKeyCommand(`relative:${installCommand(user.apiKey)}`);
    const { editor, commands } = editorAt(daemon().config.dataDir, undefined, command);
    editor.answers.picks = [['Create a key with the strongroom command']];
    await commands.signIn();
    expect(editor.errors).toEqual([]);
    const { apiKeys } = await user.client.call(listApiKeys);
    expect(apiKeys.find(({ name }) => name === 'VS Code')?.scopes.toSorted()).toEqual(['execute', 'secrets', 'vault']);

    editor.open('hello.py', 'python', 'print("signed in")');
    await commands.runFile();
    const { errors, panel } = editor;
    expect({ errors, panel }).toEqual({ errors: [], panel: expect.stringContaining('signed in\n') });
  });

  it('shows why the command created no key', async () => {
    const bin = installCommand('srk_wrong_key');
    const { editor, commands } = editorAt(daemon().config.dataDir, undefined, join(bin, 'strongroom'));
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
    const { editor, commands } = editorAt(daemon().config.dataDir);
    editor.open('hello.py', 'python', 'print(1)');
    editor.answers = { texts: [user.apiKey], picks: [], button: 'Sign In' };
    await commands.runFile();
    expect(editor.errors).toEqual([{ message: 'You are not signed in to Strongroom.', actions: ['Sign In'] }]);
    expect(editor.stored.size).toBe(1);
  });

  it('a command offers to sign in again when the key was revoked', async () => {
    const user = await daemon().newUser();
    const { editor, commands } = editorAt(daemon().config.dataDir, user.apiKey);
    const { apiKeys } = await user.client.call(listApiKeys);
    for (const { id } of apiKeys) await user.session.call(revokeApiKey, { params: { id } });
    editor.open('hello.py', 'python', 'print(1)');
    await commands.runFile();
    expect(editor.errors).toEqual([{ message: expect.stringContaining('no longer valid'), actions: ['Sign In'] }]);
  });
});

describe('a key of an older version, which was stored for an address', () => {
  it('is used if the daemon that has proved its identity has the address, and is removed with the sign-out', async () => {
    const user = await daemon().newUser();
    const { editor, commands } = editorAt(daemon().config.dataDir);
    editor.stored.set(`apiKey ${daemon().url}`, user.apiKey);
    editor.current.url = daemon().url;
    await commands.pickSecrets();
    expect(editor.errors).toMatchObject([{ message: expect.stringContaining('You have no secrets') }]);
    await commands.signOut();
    expect(editor.stored.size).toBe(0);
  });

  it('is not used at another address, and a message says what to set', async () => {
    const other = await squat(0);
    const address = `http://127.0.0.1:${other.port}`;
    const { editor, commands, refreshStatus } = editorAt(daemon().config.dataDir);
    editor.stored.set(`apiKey ${address}`, 'srk_key');
    editor.current.url = address;
    await commands.pickSecrets();
    const message = expect.stringContaining('set strongroom.dataDir to the data folder of the other daemon');
    expect(editor.errors).toEqual([{ message, actions: ['Open Settings'] }]);
    await refreshStatus();
    expect(editor.status).toMatchObject({ text: '$(error) Strongroom', isWarning: true, tooltip: message });
    expect(other.received()).toEqual([]);
    await other.close();
  });
});

describe('without a daemon', () => {
  it('a command leads to a terminal that starts it', async () => {
    const { editor, commands } = editorAt(join(folder, 'empty'), 'srk_key');
    editor.open('hello.py', 'python', 'print(1)');
    editor.answers.button = 'Start Strongroom';
    await commands.runFile();
    expect(editor.errors[0]?.actions).toEqual(['Start Strongroom', 'Open Settings']);
    expect(editor.terminals).toEqual([`strongroom serve --port 0 --data-dir "${join(folder, 'empty')}"`]);
    expect(editor.status).toMatchObject({ text: '$(circle-slash) Strongroom', command: 'strongroom.startDaemon' });
  });
});

describe('the status bar', () => {
  it('shows the state of the engine, and leads to the sign-in without a key', async () => {
    const { editor, refreshStatus } = editorAt(daemon().config.dataDir);
    await until(() => daemon().core.engine.status().status === 'ready');
    await refreshStatus();
    expect(editor.status).toMatchObject({ text: '$(key) Strongroom', command: 'strongroom.signIn' });
    editor.stored.set(`apiKey ${daemon().config.dataDir}`, 'srk_key');
    await refreshStatus();
    expect(editor.status).toMatchObject({ text: '$(shield) Strongroom', command: 'strongroom.showOutput' });
    expect(editor.status?.tooltip).toMatch(/^Strongroom \d+\.\d+\.\d+, engine docker: ready$/);
    editor.current.dataDir = 'relative';
    await refreshStatus();
    expect(editor.status).toMatchObject({ text: '$(error) Strongroom', isWarning: true });
  });
});

describe('the interface', () => {
  it('is opened at the address, without the key', async () => {
    const { editor, commands } = editorAt(daemon().config.dataDir, 'srk_key');
    await commands.openInterface();
    expect(editor.opened).toEqual([daemon().url]);
  });
});
