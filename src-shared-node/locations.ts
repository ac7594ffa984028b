import { userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { type Environment, findRuntimeDir } from './runtime-dir.ts';

export interface Locations {
  dataDir: string;
  isDefaultDataDir: boolean;
  configDir: string;
  /** Folder of the daemon's log files: `daemon.1.log` and so on, the newest with the highest number. */
  logDir: string;
  /**
   * The file in which the daemon of this data folder records its address. It is in the data folder, because the daemon and
   * its clients may have different values of XDG_RUNTIME_DIR: cron and ssh do not set it.
   */
  runFilePath: string;
  /** Path of the run file in versions up to 0.1.0; undefined unless the data folder is the default. */
  formerRunFilePath: string | undefined;
}

/**
 * Returns the folders of the daemon and its clients. Without an option, `STRONGROOM_DATA_DIR` names the data folder, or else it is
 * the system's default.
 */
export function findLocations(env: Environment, dataDirOption: string | undefined): Locations {
  const folders = envPaths('strongroom', { suffix: '' });
  const systemDataDir = inHome(folders.data);
  // An empty variable counts as absent, as for XDG_DATA_HOME.
  const dataDir = resolve(dataDirOption ?? (env.STRONGROOM_DATA_DIR || systemDataDir));
  const isDefaultDataDir = dataDir === systemDataDir;
  return {
    dataDir,
    isDefaultDataDir,
    configDir: inHome(folders.config),
    logDir: join(dataDir, 'logs'),
    runFilePath: join(dataDir, 'run', 'daemon.json'),
    formerRunFilePath: isDefaultDataDir ? join(findRuntimeDir(env), 'daemon.json') : undefined,
  };
}

/** With an empty HOME, Node's home folder is empty too, and the path would depend on the current folder. */
function inHome(path: string): string {
  return isAbsolute(path) ? resolve(path) : join(userInfo().homedir, path);
}
