import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type App, createApp } from '../app.ts';
import type { ProvenEngines } from '../engine/docker/prepare-engine.ts';
import { createHttpServer } from '../http/server/create-http-server.ts';
import { type Listening, listen } from '../http/server/listen.ts';
import { KeyStoreError } from '../keystore/key-store.ts';
import { createLogger, type LogFile, type Logger } from '../logging/logger.ts';
import { createHandshake } from '../status/handshake.ts';
import { createHealth } from '../status/health.ts';
import { createPageProof } from '../status/page-proof.ts';
import type { Config } from './config.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { openUnlockedParts, type UnlockedParts } from './open-unlocked-parts.ts';

/** Time that a stop waits for runs before it cancels them. The whole stop takes less than 8 s. */
const drainGraceMs = 4000;
const unlockRetryMs = 5000;

export interface Daemon {
  url: string;
  /** The Unix socket or named pipe of the clients of this user. */
  socketPath: string;
  /** Messages about its addresses for the user, one line each. */
  warnings: readonly string[];
  app: Pick<App, 'express' | 'mounted'>;
  log: Logger;
  /** Undefined while the keychain is locked. */
  core(): UnlockedParts | undefined;
  /** Resolves when the keychain is unlocked and its parts are open. */
  unlocked: Promise<UnlockedParts>;
  /** Writes the run file, by which clients find the daemon. A process handles stop requests before it calls this. */
  announce(): void;
  /** Accepts no new requests, waits for runs or cancels them, removes every container and closes everything. */
  stop(): Promise<void>;
  /**
   * Releases the data folder at once if a stop takes too long: the run file must not name a process that has exited.
   */
  abandon(): void;
}

interface DaemonOptions {
  /** The clock of all timestamps and expiries; epoch ms. */
  now?: () => number;
  /** Engines that need no proof; tests have some. */
  provenEngines?: ProvenEngines | undefined;
}

/**
 * Starts the daemon: data folder, keys, database, services, engine, HTTP. With a locked keychain it listens, answers
 * health, and continues when the keychain is unlocked.
 * @throws DataFolderError, KeyStoreError, DatabaseError, ListenError
 */
export async function startDaemon(config: Config, options: DaemonOptions = {}): Promise<Daemon> {
  const { now = Date.now, provenEngines } = options;
  const folder = openDataFolder(config);
  const proofKey = new Uint8Array(randomBytes(32));
  let logFile: LogFile | undefined;
  let core: UnlockedParts | undefined;
  try {
    logFile = await createLogger({ dir: config.logDir, level: config.logLevel });
    const foundations = { config, folder, logFile, now, proofKey, provenEngines };
    core = await tryOpenUnlockedParts(foundations);
    return await startServer(foundations, core);
  } catch (error) {
    await core?.close(0);
    await logFile?.close();
    folder.close();
    throw error;
  }
}

interface Foundations {
  config: Config;
  folder: DataFolder;
  logFile: LogFile;
  now: () => number;
  /** Proves this start to its clients, and the desktop shell to it. */
  proofKey: Uint8Array;
  provenEngines: ProvenEngines | undefined;
}

async function startServer(foundations: Foundations, opened: UnlockedParts | undefined): Promise<Daemon> {
  const { config, folder, logFile, proofKey } = foundations;
  const unlocked = Promise.withResolvers<UnlockedParts>();
  let core = opened;
  let port = config.port;
  const app = createApp({
    log: logFile.log,
    port: () => port,
    version: config.version,
    resourcesDir: config.resourcesDir,
    interfaceDir: join(config.appRoot, 'out/renderer'),
    health: createHealth({ version: config.version, expectedEngine: expectedEngine(config), core: () => core }),
    prove: createHandshake({ proofKey, port: () => port }),
    page: createPageProof({ lastingKey: () => core?.services.pageProofKey, port: () => port }),
  });
  const listening = await listen(() => createHttpServer(app.express, { log: logFile.log }), {
    port: config.port,
    isPreferred: config.isPortPreferred,
    socketFolder: dirname(config.runFilePath),
  });
  const { socketPath, warnings } = listening;
  port = listening.port;
  const enter = (ready: UnlockedParts) => {
    core = ready;
    app.mountFeatures(ready.services);
    unlocked.resolve(ready);
  };
  if (core !== undefined) enter(core);
  const stopRetrying = core === undefined ? retryOpening(foundations, enter) : () => undefined;
  const startedAt = new Date().toISOString();
  for (const warning of warnings) logFile.log.warn(warning);
  logFile.log.info({ port, socketPath, version: config.version }, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    socketPath,
    warnings,
    app,
    log: logFile.log,
    core: () => core,
    unlocked: unlocked.promise,
    announce: () =>
      folder.announce({
        port,
        socketPath,
        version: config.version,
        startedAt,
        proofKey: Buffer.from(proofKey).toString('base64'),
      }),
    stop: async () => {
      stopRetrying();
      app.refuseAll();
      await stop({ ...foundations, listening }, core);
    },
    abandon: folder.close,
  };
}

/** Docker is expected where none is named, as the engine that most machines have. */
function expectedEngine({ engine }: Config) {
  const name = engine === 'auto' ? 'docker' : engine;
  return { name, place: name === 'kubernetes' ? 'cluster' : 'machine' } as const;
}

/** Returns undefined if the keychain is locked. */
async function tryOpenUnlockedParts({ logFile, ...foundations }: Foundations): Promise<UnlockedParts | undefined> {
  try {
    return await openUnlockedParts({ ...foundations, log: logFile.log });
  } catch (error) {
    if (error instanceof KeyStoreError && error.isLocked) return undefined;
    throw error;
  }
}

function retryOpening(foundations: Foundations, enter: (core: UnlockedParts) => void): () => void {
  let timer = setTimeout(retry, unlockRetryMs);
  let isStopped = false;

  async function retry(): Promise<void> {
    try {
      const core = await tryOpenUnlockedParts(foundations);
      if (core !== undefined && isStopped) return await core.close(0);
      if (core !== undefined) return enter(core);
    } catch (error) {
      foundations.logFile.log.error({ err: error }, 'the keychain cannot be used');
    }
    if (!isStopped) timer = setTimeout(retry, unlockRetryMs);
  }

  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

async function stop(
  { folder, logFile, listening }: Foundations & { listening: Listening },
  core?: UnlockedParts,
): Promise<void> {
  const closed = listening.close();
  await core?.close(drainGraceMs);
  listening.abort();
  await closed;
  logFile.log.info('stopped');
  await logFile.close();
  folder.close();
}
