import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { type Environment, findRuntimeDir } from './runtime-dir.ts';

export interface Places {
  dataDir: string;
  isDefaultDataDir: boolean;
  configDir: string;
  /** Where the daemon of this data folder says how it is reached. */
  runFilePath: string;
}

/** The folders of the daemon and its clients; undefined is the data folder of the system. */
export function findPlaces(env: Environment, dataDirOption: string | undefined): Places {
  const folders = envPaths('strongroom', { suffix: '' });
  const dataDir = resolve(dataDirOption ?? folders.data);
  const isDefaultDataDir = dataDir === resolve(folders.data);
  const runFilePath = isDefaultDataDir ? join(findRuntimeDir(env), 'daemon.json') : join(dataDir, 'run', 'daemon.json');
  return { dataDir, isDefaultDataDir, configDir: folders.config, runFilePath };
}
