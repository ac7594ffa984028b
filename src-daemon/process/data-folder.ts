import { existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DataHolder, describeDataHolder, findDataHolder, lockName } from '../../src-shared-node/data-holder.ts';
import type { RunFile } from '../../src-shared-node/run-file.ts';
import { takeExclusiveLock } from '../db/exclusive-lock.ts';
import { removeLocalSocket } from '../http/server/local-socket.ts';
import type { Config } from './config.ts';
import { makePrivateFolder } from './private-folder.ts';
import { readRunFile, removeRunFile, writeRunFile } from './run-file.ts';

const databaseName = 'strongroom.db';

export type DataFolderErrorReason = 'already_running' | 'not_ours';

/** The data folder cannot be used; the message says why and what to do next. */
export class DataFolderError extends Error {
  readonly reason: DataFolderErrorReason;
  /** For `already_running`: the process that has locked the folder. */
  readonly holder: Partial<DataHolder>;

  constructor(reason: DataFolderErrorReason, message: string, { holder = {} }: { holder?: Partial<DataHolder> } = {}) {
    super(message);
    this.name = 'DataFolderError';
    this.reason = reason;
    this.holder = holder;
  }
}

export interface DataFolder {
  databasePath: string;
  /** False on the first start. Only then may a new master key be created. */
  databaseExists: boolean;
  /** Writes the run file, by which the clients of this user find the daemon. */
  announce(running: Omit<RunFile, 'pid'>): void;
  /** Removes the run file and releases the lock. */
  close(): void;
}

type DataFolderConfig = Pick<Config, 'dataDir' | 'isDefaultDataDir' | 'logDir' | 'runFilePath'>;

/**
 * Creates the folders (0700) and locks the data folder for this process until `close` or its exit.
 * @throws DataFolderError `already_running` with the holder's pid and address, `not_ours` for a folder with other files
 */
export function openDataFolder(config: DataFolderConfig): DataFolder {
  const dataDir = prepareDataDir(config);
  const lock = takeExclusiveLock(join(dataDir, lockName));
  if (lock === undefined) throw alreadyRunning(config);
  for (const folder of [config.logDir, dirname(config.runFilePath)]) makePrivateFolder(folder);
  removeLeftSocket(config.runFilePath);
  const databasePath = join(dataDir, databaseName);
  return {
    databasePath,
    databaseExists: existsSync(databasePath) && statSync(databasePath).size > 0,
    announce: (running) => writeRunFile(config.runFilePath, { pid: process.pid, ...running }),
    close: () => {
      removeRunFile(config.runFilePath);
      lock.release();
    },
  };
}

function prepareDataDir({ dataDir, isDefaultDataDir }: DataFolderConfig): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // The data folder may be a link to another disk.
  const folder = realpathSync(dataDir);
  const entries = readdirSync(folder);
  const isOurs = isDefaultDataDir || entries.length === 0 || entries.includes(lockName);
  // Restricting the access to a folder such as /tmp or a home would break other programs.
  if (!isOurs)
    throw new DataFolderError(
      'not_ours',
      `${dataDir} has files of other programs. Choose an empty folder with --data-dir.`,
    );
  makePrivateFolder(folder);
  return folder;
}

/** Removes the socket of a daemon that was killed. The lock proves that it has exited. */
function removeLeftSocket(runFilePath: string): void {
  const { socketPath } = readRunFile(runFilePath) ?? {};
  if (socketPath !== undefined) removeLocalSocket(socketPath, dirname(runFilePath));
}

function alreadyRunning(config: DataFolderConfig): DataFolderError {
  const holder = findDataHolder(config);
  return new DataFolderError('already_running', describeDataHolder(config.dataDir, holder), { holder });
}
