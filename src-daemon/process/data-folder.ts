import { existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAlive } from '../../src-shared-node/is-alive.mjs';
import type { RunFile } from '../../src-shared-node/run-file.ts';
import { takeExclusiveLock } from '../db/exclusive-lock.ts';
import { removeLocalSocket } from '../http/server/local-socket.ts';
import type { Config } from './config.ts';
import { makePrivateFolder } from './private-folder.ts';
import { readRunFile, removeRunFile, writeRunFile } from './run-file.ts';

const lockName = 'lock';
const databaseName = 'strongroom.db';

export type DataFolderErrorReason = 'already_running' | 'not_ours';

/** The data folder cannot be used; the message says why and what to do. */
export class DataFolderError extends Error {
  readonly reason: DataFolderErrorReason;
  /** The address of the daemon that holds the folder, where that is known. */
  readonly url: string | undefined;

  constructor(reason: DataFolderErrorReason, message: string, options: { url?: string | undefined } = {}) {
    super(message);
    this.name = 'DataFolderError';
    this.reason = reason;
    this.url = options.url;
  }
}

export interface DataFolder {
  databasePath: string;
  /** False on the very first start: only then may a new master key be made. */
  databaseExists: boolean;
  /** Tells the clients of this user where the daemon listens. */
  announce(running: Omit<RunFile, 'pid'>): void;
  /** Takes the announcement back and lets the folder go. */
  close(): void;
}

type DataFolderConfig = Pick<Config, 'dataDir' | 'isDefaultDataDir' | 'logDir' | 'runFilePath'>;

/**
 * Makes the folders (0700) and holds the data folder for this process alone, until `close` or the process's death.
 * @throws DataFolderError `already_running` with the first one's address, `not_ours` for somebody else's files
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
  // The user may keep the data on another disk behind a link.
  const folder = realpathSync(dataDir);
  const entries = readdirSync(folder);
  const isOurs = isDefaultDataDir || entries.length === 0 || entries.includes(lockName);
  // Closing a folder such as /tmp or a home to all others would break whatever else lives there.
  if (!isOurs)
    throw new DataFolderError('not_ours', `${dataDir} has other files in it; name an empty folder with --data-dir.`);
  makePrivateFolder(folder);
  return folder;
}

/** Of a daemon that was killed, which the lock proves to be gone. */
function removeLeftSocket(runFilePath: string): void {
  const { socketPath } = readRunFile(runFilePath) ?? {};
  if (socketPath !== undefined) removeLocalSocket(socketPath, dirname(runFilePath));
}

function alreadyRunning({ dataDir, runFilePath }: DataFolderConfig): DataFolderError {
  const first = readRunFile(runFilePath);
  if (first === undefined || !isAlive(first.pid)) {
    return new DataFolderError(
      'already_running',
      `Another Strongroom is starting on ${dataDir}; wait for it or stop it.`,
    );
  }
  const url = `http://127.0.0.1:${first.port}`;
  return new DataFolderError('already_running', `Strongroom runs on ${dataDir} already: ${url} (pid ${first.pid}).`, {
    url,
  });
}
