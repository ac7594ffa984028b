/** The extension as `npm run package` packs it with vsce, which it gets from the npm registry (119 packages). */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { readSource, root } from '../../house/checkout.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { createFakeVscode, fakeContext, fakeTextEditor, loadBundle } from './fake-vscode.ts';

const daemon = testDaemonOfFile();
const folder = mkdtempSync(join(tmpdir(), 'vsix-'));
const files = new Map<string, string>();

beforeAll(async () => {
  const vsix = join(folder, 'strongroom.vsix');
  // The pinned Node first: vsce needs 22 or later.
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, PATH: path, npm_config_cache: join(folder, 'cache') };
  await promisify(execFile)('npm', ['run', 'package', '--', '--out', vsix], { cwd: join(root, 'clients/vscode'), env });
  const archive = await fromBufferPromise(readFileSync(vsix));
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, await readAll(await archive.openReadStreamPromise(entry)));
});

describe('the package', () => {
  it('contains the bundle and the texts, and no source, test or map', () => {
    expect([...files.keys()].toSorted()).toEqual([
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/LICENSE.txt',
      'extension/changelog.md',
      'extension/dist/extension.cjs',
      'extension/icon.png',
      'extension/package.json',
      'extension/readme.md',
    ]);
    expect(files.get('extension/LICENSE.txt')).toBe(readSource('LICENSE'));
  });

  it('names no folder of the machine that packed it, and no API key', () => {
    for (const [name, content] of files) {
      expect(content, name).not.toContain(root.replace(/\/$/, ''));
      expect(content, name).not.toMatch(/srk_[A-Za-z0-9]{4,}_/);
    }
  });

  it('has the manifest of package.json', () => {
    const manifest = files.get('extension.vsixmanifest') ?? '';
    const { version, engines } = JSON.parse(readSource('clients/vscode/package.json'));
    expect(manifest).toContain(`Id="strongroom" Version="${version}" Publisher="strongroom"`);
    expect(manifest).toContain(`Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"`);
    expect(manifest).toContain('Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="ui,workspace"');
  });

  it('runs a file when VS Code has loaded it', async () => {
    const user = await daemon().newUser();
    const bundle = join(folder, 'extension.cjs');
    writeFileSync(bundle, files.get('extension/dist/extension.cjs') ?? '');
    const { vscode, seen, settings } = createFakeVscode();
    settings.global = { dataDir: daemon().config.dataDir, network: 'none' };
    vscode.window.activeTextEditor = fakeTextEditor('/folder/hello.js', 'javascript', 'console.log("packed")');
    const context = fakeContext({ [`apiKey ${daemon().config.dataDir}`]: user.apiKey });
    await loadBundle(bundle, vscode).activate(context);
    await seen.commands.get('strongroom.runFile')?.();
    expect(seen.errors).toEqual([]);
    expect(seen.panel).toMatch(/^── hello\.js · javascript ──\npacked\n── succeeded/);
    for (const { dispose } of context.subscriptions) dispose();
  });
});
