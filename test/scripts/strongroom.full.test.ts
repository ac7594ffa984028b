import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { nodeBinaries } from '../../src-shared-node/node-binaries.mjs';

const checkout = join(import.meta.dirname, '../..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'link-'));
});

const pageOf = (name: string) => readFileSync(join(checkout, 'docs', name), 'utf8');

interface Ended {
  code: unknown;
  stdout: string;
  stderr: string;
}

/** The command as `npm link` lays it: a link in a folder of the path; run from a folder that is not the checkout. */
function runLinked(root: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const link = join(folder, 'strongroom');
  symlinkSync(join(root, 'scripts/strongroom'), link);
  return new Promise((resolve) => {
    execFile(link, args, { cwd: folder, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

it('works through a link, from any folder', async () => {
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  expect(await runLinked(checkout, ['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

it('starts the pinned Node alone: a Node of the system is not needed', async () => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(
    execFileSync('/bin/sh', ['-c', 'command -v readlink'], { encoding: 'utf8' }).trim(),
    join(bin, 'readlink'),
  );
  expect(await runLinked(checkout, ['--version'], { PATH: bin })).toMatchObject({ code: 0, stderr: '' });
});

it('works on the Node of the system that starts strongroom.mjs, and through a link to a link', async () => {
  const args = ['--', join(checkout, 'scripts/strongroom.mjs'), '--version'];
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  mkdirSync(join(folder, 'deeper'));
  symlinkSync(checkout, join(folder, 'linked'));
  symlinkSync('../linked/scripts/strongroom', join(folder, 'deeper/one'));
  symlinkSync('deeper/one', join(folder, 'two'));
  expect(spawnSync('./two', ['--version'], { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

it('is the file that package.json names, and on Windows strongroom.cmd with the same Node', () => {
  expect(JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')).bin).toEqual({
    strongroom: 'scripts/strongroom',
  });
  const script = readFileSync(join(checkout, 'scripts/strongroom.cmd'), 'utf8');
  expect(script.split('\r\n').filter((line) => line.includes('\n'))).toEqual([]);
  expect(script).toContain(`%~dp0..\\${nodeBinaries['win32-x64']?.replaceAll('/', '\\')}"`);
  expect(script.match(/-- "%~dp0[^"]+" %\*/g)).toHaveLength(2);
});

it('leaves --env-file to the program: Node would run what NODE_OPTIONS of the file names', async () => {
  const [code, variables] = [join(folder, 'code.cjs'), join(folder, 'variables.env')];
  writeFileSync(code, 'process.stdout.write("code of the file")');
  writeFileSync(variables, `NODE_OPTIONS=--require=${code}\n`);
  const link = join(folder, 'strongroom');
  symlinkSync(join(checkout, 'scripts/strongroom'), link);
  for (const option of [`--env-file=${variables}`, '--env-file=none'])
    expect(spawnSync(link, ['run', 'none.py', option], { encoding: 'utf8' })).toMatchObject({
      status: 65,
      stdout: '',
      stderr: expect.stringMatching(/^strongroom: There is no file none\.py\./),
    });
});

it('is put on the path and taken off it by the words of the pages', async () => {
  const [link = ''] = /`npm link[^`]*`/.exec(pageOf('quick-start.md')) ?? [];
  const [unlink = ''] = /`npm rm -g[^`]*`/.exec(pageOf('paths.md')) ?? [];
  // A checkout with nothing but what npm reads of it.
  const root = join(folder, 'checkout');
  mkdirSync(join(root, 'scripts'), { recursive: true });
  const { name, version, bin } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name, version, bin, private: true }));
  writeFileSync(join(root, 'scripts/strongroom'), '#!/bin/sh\necho linked\n');
  const prefix = join(folder, 'npm');
  mkdirSync(prefix);
  const npm = (commandLine: string) => {
    const env = { ...process.env, npm_config_prefix: prefix, npm_config_offline: 'true' };
    execFileSync('npm', commandLine.replaceAll('`', '').split(' ').slice(1), { cwd: root, env, stdio: 'pipe' });
  };
  npm(link);
  const command = join(prefix, 'bin/strongroom');
  expect(execFileSync(command, { encoding: 'utf8' })).toBe('linked\n');
  npm(unlink);
  expect(existsSync(command)).toBe(false);
  expect(existsSync(join(root, 'scripts/strongroom'))).toBe(true);
});

it('says how to build a checkout that is not built', async () => {
  const root = join(folder, 'checkout');
  for (const folder of ['scripts/install', 'src-shared-node'])
    cpSync(join(checkout, folder), join(root, folder), { recursive: true });
  for (const name of ['strongroom', 'strongroom.mjs'])
    copyFileSync(join(checkout, 'scripts', name), join(root, 'scripts', name));
  writeFileSync(join(root, 'package.json'), '{"type":"module","lowestNode":"24.18.1"}');
  const { code, stdout, stderr } = await runLinked(root, ['--version']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('npm start');
});
