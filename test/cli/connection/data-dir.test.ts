/** STRONGROOM_DATA_DIR names the data folder of every command without `--data-dir`. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { spawnDaemon } from '../../support/daemon/child-daemon.ts';
import { daemonFlags } from '../../support/daemon/test-daemon.ts';
import { cliBundle, commandIn, commandWithDaemon, temporaryFolder } from '../command.ts';

const fixture = commandWithDaemon();

/** Runs a command without the flag that `commandIn` adds. */
function run(args: string[], env: Record<string, string>, cwd = fixture.folder) {
  const base = commandIn(fixture.folder, '').env;
  return execa(process.execPath, ['--', cliBundle, ...args], { env: { ...base, ...env }, reject: false, cwd });
}

it('the command finds the daemon of the folder, also of a relative one, and --data-dir has precedence', async () => {
  const { dataDir } = fixture.daemon().config;
  const url = fixture.daemon().url;
  const print = ['open', '--print'];
  expect((await run(print, { STRONGROOM_DATA_DIR: dataDir })).stdout).toBe(url);
  expect((await run(print, { STRONGROOM_DATA_DIR: basename(dataDir) }, dirname(dataDir))).stdout).toBe(url);
  const other = join(fixture.folder, 'other');
  expect((await run(['--data-dir', dataDir, ...print], { STRONGROOM_DATA_DIR: other })).stdout).toBe(url);
  expect(existsSync(other)).toBe(false);
});

it('a daemon starts in the folder, and so does one that a command starts', async () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const flags = daemonFlags(dataDir).filter((flag) => flag !== '--data-dir' && flag !== dataDir);
  const daemon = spawnDaemon(flags, { ...commandIn(folder, '').env, STRONGROOM_DATA_DIR: dataDir });
  const ready = await daemon.nextLine();
  expect((await run(['open', '--print'], { STRONGROOM_DATA_DIR: dataDir })).stdout).toBe(ready?.url);
  expect(existsSync(join(dataDir, 'run/daemon.json'))).toBe(true);
  daemon.process.kill('SIGTERM');
  await daemon.exited;
});

it('a folder that is named has precedence in the programs that a command starts, also if it is the default one', async () => {
  const folder = temporaryFolder();
  const base = { ...commandIn(folder, '').env, XDG_DATA_HOME: folder };
  const defaultDir = join(folder, 'strongroom');
  const daemon = spawnDaemon(daemonFlags(defaultDir), base);
  await daemon.nextLine();
  daemon.process.kill('SIGTERM');
  await daemon.exited;
  const env = { ...base, STRONGROOM_DATA_DIR: join(folder, 'other') };
  const shown = await run(['keystore', 'show', '--json', '--data-dir', defaultDir], env);
  expect(shown, shown.stderr).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(shown.stdout)).toEqual({ keyStore: 'file' });
  expect(existsSync(join(folder, 'other'))).toBe(false);
});
