import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedAssets, findAssets } from '../../../src-daemon/engine/embedded/assets.ts';
import { childCommand, nodeCommand } from '../../../src-daemon/engine/embedded/child-command.ts';
import { tryConfinement } from '../../../src-daemon/engine/embedded/confinement.ts';
import { resourcesDir } from './embedded-fixture.ts';

const execute = promisify(execFile);

/** Runs as JavaScript of the child's process, as a program could that broke out of WebAssembly. */
const attempts: Readonly<Record<string, string>> = {
  'read a file of the host': "fs.readFileSync('/etc/passwd')",
  'read the daemon’s package': 'fs.readFileSync(process.argv[1])',
  'list a folder': "fs.readdirSync('/')",
  'write a file': "fs.writeFileSync('/tmp/escaped', 'x')",
  'read the environment of its parent': "fs.readFileSync('/proc/' + process.ppid + '/environ')",
  'start a process': "require('node:child_process').execFileSync('/bin/true')",
  'start a thread': "new (require('node:worker_threads').Worker)('0', { eval: true })",
  'load an addon': "process.dlopen({ exports: {} }, '/usr/lib/x.node')",
  'open the inspector': "require('node:inspector').open(0)",
  'use Node’s own WASI': "new (require('node:wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } })",
  'make code of a string': "new Function('return 1')()",
};

describe('a child that was broken out of', () => {
  let assets: EmbeddedAssets;
  let probe: string;
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'probe-'));
    probe = join(folder, 'probe.cjs');
    writeFileSync(probe, probeProgram);
    assets = findAssets(resourcesDir);
  });
  afterAll(() => rmSync(join(probe, '..'), { recursive: true }));

  /** The real flags, with the probe in the runner's place and readable. */
  function flagsFor(bwrap: string | undefined) {
    const readable = [...assets.readable, probe];
    const kind = { interpreter: 'python', isFresh: false } as const;
    const { command, args } = childCommand({ ...assets, readable }, kind, bwrap);
    const runner = args.indexOf(`${assets.runnerDir}/child.mjs`);
    return { command, args: [...args.slice(0, runner), probe] };
  }

  test.each(Object.entries(attempts))('by Node’s walls alone cannot %s', async (_what, code) => {
    const { command, args } = flagsFor(undefined);
    const { stdout } = await execute(command, [...args, code, join(resourcesDir, '../package.json')], { env: {} });
    expect(stdout).toMatch(/^refused: /);
    expect(existsSync('/tmp/escaped')).toBe(false);
  });

  test('has an empty environment and no permission but to read its own files', async () => {
    const { command, args } = flagsFor(undefined);
    const code = "['fs.write', 'child', 'worker', 'addon', 'wasi'].map((name) => process.permission.has(name)).join()";
    const { stdout } = await execute(command, [...args, code], { env: {} });
    expect(stdout).toBe('done: false,false,false,false,false');
    const names = await execute(command, [...args, 'Object.keys(process.env).join()'], { env: {} });
    expect(names.stdout).toMatch(/^done: ((PWD|SHLVL|_|OLDPWD),?)*$/);
  });

  test('may read the packages of its list, and neither write them nor read another list’s', async () => {
    const folder = join(probe, '..');
    const [layer, other] = [join(folder, 'own.layer'), join(folder, 'other.layer')];
    for (const path of [layer, other]) writeFileSync(path, 'packages');
    const kind = { interpreter: 'python', isFresh: false, layer } as const;
    const { command, args } = childCommand(assets, kind, undefined);
    const runner = args.indexOf(`${assets.runnerDir}/child.mjs`);
    const code = `
const tried = (use) => { try { return String(use()) } catch (error) { return error.code } };
const fs = require('node:fs');
console.log([tried(() => fs.readFileSync(${JSON.stringify(layer)})), tried(() => fs.writeFileSync(${JSON.stringify(layer)}, 'x')),
  tried(() => fs.readFileSync(${JSON.stringify(other)})), tried(() => fs.readdirSync(${JSON.stringify(folder)}))].join())`;
    const { stdout } = await execute(command, [...args.slice(0, runner), '-e', code], { env: {} });
    expect(stdout.trim()).toBe('packages,ERR_ACCESS_DENIED,ERR_ACCESS_DENIED,ERR_ACCESS_DENIED');
  });

  test('in bubblewrap has no network, no process but its own, and no file but its own', async (context) => {
    const bwrap = await tryConfinement(assets);
    if (bwrap === undefined) {
      if (process.env.CI === 'true') throw new Error('bubblewrap does not work here, and CI=true');
      console.warn('SKIPPED, bubblewrap does not work here: a child in bubblewrap');
      return context.skip();
    }
    const server = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const code = `
new Promise((resolve) => require('node:net').connect(${port}, '127.0.0.1')
  .on('connect', () => resolve('connected')).on('error', (error) => resolve(error.code)))
  .then((network) => console.log(JSON.stringify({ network, uid: process.getuid(), pid: process.pid,
    interfaces: Object.keys(os.networkInterfaces()), env: process.env })))`;
    const { command, args } = nodeCommand(assets, ['-e', `const os = require('node:os');${code}`], bwrap);
    const { stdout } = await execute(command, args, { env: {} });
    server.close();
    const seen = JSON.parse(stdout);
    expect(seen).toMatchObject({ network: expect.stringMatching(/ENETUNREACH|ECONNREFUSED/), uid: 65534 });
    expect(seen.pid).toBeLessThan(10);
    expect(seen.env).toEqual({ PWD: '/' });
    const list = ['-e', "console.log(require('node:fs').readdirSync('/').join())"];
    const root = nodeCommand(assets, list, bwrap);
    const { stdout: names } = await execute(root.command, root.args, { env: {} });
    expect(names.trim().split(',')).not.toContain('proc');
    expect(names.trim().split(',')).not.toContain('root');
  });
});

const probeProgram = `
const fs = require('node:fs');
const [code, file] = process.argv.slice(2);
process.argv[1] = file;
const attempts = { ${Object.values(attempts)
  .map((code) => `${JSON.stringify(code)}: () => ${code}`)
  .join(',\n')},
  "Object.keys(process.env).join()": () => Object.keys(process.env).join(),
  "['fs.write', 'child', 'worker', 'addon', 'wasi'].map((name) => process.permission.has(name)).join()":
    () => ['fs.write', 'child', 'worker', 'addon', 'wasi'].map((name) => process.permission.has(name)).join() };
try {
  process.stdout.write('done: ' + attempts[code]());
} catch (error) {
  process.stdout.write('refused: ' + error.code + ' ' + error.name);
}
`;
