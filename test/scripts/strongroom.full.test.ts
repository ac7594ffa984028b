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
function runLinked(root: string, args: string[]): Promise<Ended> {
  const link = join(folder, 'strongroom');
  symlinkSync(join(root, 'scripts/strongroom.mjs'), link);
  return new Promise((resolve) => {
    execFile(process.execPath, [link, ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

it('works through a link, from any folder', async () => {
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  expect(await runLinked(checkout, ['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

it('leaves --env-file to the program: Node would run what NODE_OPTIONS of the file names', async () => {
  const [code, variables] = [join(folder, 'code.cjs'), join(folder, 'variables.env')];
  writeFileSync(code, 'process.stdout.write("code of the file")');
  writeFileSync(variables, `NODE_OPTIONS=--require=${code}\n`);
  const link = join(folder, 'strongroom');
  symlinkSync(join(checkout, 'scripts/strongroom.mjs'), link);
  for (const option of [`--env-file=${variables}`, '--env-file=none'])
    expect(spawnSync(link, ['run', 'none.py', option], { encoding: 'utf8' })).toMatchObject({
      status: 65,
      stdout: '',
      stderr: 'strongroom: none.py: the file does not exist.\n',
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
  writeFileSync(join(root, 'scripts/strongroom.mjs'), '#!/usr/bin/env node\nconsole.log("linked");\n');
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
  expect(existsSync(join(root, 'scripts/strongroom.mjs'))).toBe(true);
});

it('says how to build a checkout that is not built', async () => {
  const root = join(folder, 'checkout');
  for (const folder of ['scripts/install', 'src-shared-node'])
    cpSync(join(checkout, folder), join(root, folder), { recursive: true });
  copyFileSync(join(checkout, 'scripts/strongroom.mjs'), join(root, 'scripts/strongroom.mjs'));
  writeFileSync(join(root, 'package.json'), '{"type":"module","lowestNode":"24.18.1"}');
  const { code, stdout, stderr } = await runLinked(root, ['--version']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('npm start');
});
