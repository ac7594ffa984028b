/** The bundle that VS Code loads, with a fake module `vscode` and a real daemon. */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { readSource, root } from '../../house/checkout.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { createFakeVscode, fakeContext, fakeTextEditor, loadBundle } from './fake-vscode.ts';

const daemon = testDaemonOfFile();
const bundle = join(mkdtempSync(join(tmpdir(), 'vscode-')), 'extension.cjs');

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'clients/vscode/build.ts'), '--out', bundle]);
});

it('registers exactly the commands that package.json contributes', async () => {
  const { contributes } = JSON.parse(readSource('clients/vscode/package.json'));
  const { vscode, seen, settings } = createFakeVscode();
  settings.global.dataDir = daemon().config.dataDir;
  const context = fakeContext({});
  await loadBundle(bundle, vscode).activate(context);
  const contributed = contributes.commands.map(({ command }: { command: string }) => command);
  expect([...seen.commands.keys()].toSorted()).toEqual(contributed.toSorted());
  expect(seen.statusItem.text).toBe('$(key) Strongroom');
  for (const { dispose } of context.subscriptions) dispose();
});

it('runs the active file, and ignores a data folder, an address and a network of the workspace', async () => {
  const user = await daemon().newUser();
  const { vscode, seen, settings } = createFakeVscode();
  settings.global = { dataDir: daemon().config.dataDir, network: 'none' };
  settings.workspace = { url: 'http://127.0.0.1:9', dataDir: '/nonexistent', network: 'full' };
  vscode.window.activeTextEditor = fakeTextEditor('/folder/hello.py', 'python', 'print("bundled"); 1 / 0');
  const context = fakeContext({ [`apiKey ${daemon().config.dataDir}`]: user.apiKey });
  await loadBundle(bundle, vscode).activate(context);
  await seen.commands.get('strongroom.runFile')?.();
  expect(seen.errors).toEqual([]);
  expect(seen.panel).toMatch(/^── hello\.py · python ──\nbundled\nTraceback/);
  expect(seen.context.get('strongroom.isRunning')).toBe(false);

  const panel = { getText: () => seen.panel, positionAt: (offset: number) => offset };
  const links = seen.linkProvider?.provideDocumentLinks(panel).map(({ target }) => target);
  expect(links).toEqual([{ address: 'file:///folder/hello.py', fragment: 'L1' }]);
  for (const { dispose } of context.subscriptions) dispose();
});
