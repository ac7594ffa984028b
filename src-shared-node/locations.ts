import { userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { type Environment, findRuntimeDir } from './runtime-dir.ts';

export interface Locations {
  dataDir: string;
  isDefaultDataDir: boolean;
  configDir: string;
  /**
   * Where the daemon of this data folder says how it is reached. It is in the data folder, because what names that is all
   * that the environments of a daemon and its clients are sure to have in common: cron and ssh set no XDG_RUNTIME_DIR.
   */
  runFilePath: string;
  /** Where versions up to 0.1.0 put the run file of the system's data folder. */
  formerRunFilePath: string | undefined;
}

/** The folders of the daemon and its clients; undefined is the data folder of the system. */
export function findLocations(env: Environment, dataDirOption: string | undefined): Locations {
  const folders = envPaths('strongroom', { suffix: '' });
  const systemDataDir = inHome(folders.data);
  const dataDir = resolve(dataDirOption ?? systemDataDir);
  const isDefaultDataDir = dataDir === systemDataDir;
  return {
    dataDir,
    isDefaultDataDir,
    configDir: inHome(folders.config),
    runFilePath: join(dataDir, 'run', 'daemon.json'),
    formerRunFilePath: isDefaultDataDir ? join(findRuntimeDir(env), 'daemon.json') : undefined,
  };
}

/** With an empty HOME, Node's home folder is empty too, and the path would depend on the current folder. */
function inHome(path: string): string {
  return isAbsolute(path) ? resolve(path) : join(userInfo().homedir, path);
}
