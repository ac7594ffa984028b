import { DaemonUnreachableError, openDaemonConnection } from '../../src-shared-node/daemon-connection.ts';
import type { Locations } from '../../src-shared-node/locations.ts';
import { addressOf } from '../../src-shared-node/prove-daemon.ts';
import type { RunFile } from '../../src-shared-node/run-file.ts';
import { type ApiRefusal, CliError } from '../cli-error.ts';
import { type ApiClient, createApiClient } from '../client/api-client.ts';
import type { DaemonConnection, RequestedDaemon } from '../client/send.ts';
import { createCredentialStore } from '../credential/credential-store.ts';
import { findKey } from '../credential/find-key.ts';
import { explainKeyRefusal } from '../credential/own-key.ts';
import { suggestLanguage } from '../suggestions/suggest-language.ts';
import type { Surroundings } from '../surroundings.ts';
import { findConnected, unreachable } from './find-daemon.ts';
import { checkAddress } from './given-address.ts';

interface ConnectDeps {
  surroundings: Surroundings;
  locations: Locations;
  /** Shows the current action to the user; undefined clears it. */
  progress: (message: string | undefined) => void;
  warn: (message: string) => void;
}

interface Running extends RunFile {
  socketPath: string;
  /** Returns the connection of the handshake once. */
  takeConnection(): DaemonConnection | undefined;
}

export type Connector = ReturnType<typeof createConnector>;

/**
 * Connects to the daemon at `STRONGROOM_URL`, or else to the daemon of the data folder at its socket. The latter is
 * started if it does not run, and must prove its identity on each connection before it receives a credential.
 */
export function createConnector({ surroundings, locations, progress, warn }: ConnectDeps) {
  const { STRONGROOM_URL: givenUrl } = surroundings.env;
  const credentials = createCredentialStore(locations);

  async function findTarget(): Promise<RequestedDaemon> {
    if (givenUrl) return { url: checkAddress(givenUrl) };
    const running = await findRunning();
    const { port, socketPath, version, takeConnection } = running;
    const isSameVersion = version === surroundings.version;
    const connect = async () => takeConnection() ?? connectTo(running);
    return { url: addressOf(port), socketPath, isSameVersion, connect };
  }

  async function findRunning(): Promise<Running> {
    const { running, agent } = (await findConnected(locations)) ?? { running: await start() };
    const { socketPath, version, pid } = running;
    if (socketPath === undefined) {
      const message = `The daemon is version ${version} and has no socket, which this command needs. Stop it ("kill ${pid}"); the next command starts the new one.`;
      throw new CliError('no_daemon', message);
    }
    if (version !== surroundings.version)
      warn(`The daemon is version ${version}, this command ${surroundings.version}; restart the daemon.`);
    return { ...running, socketPath, takeConnection: onceSoon(agent && { url: addressOf(running.port), agent }) };
  }

  async function start(): Promise<RunFile> {
    progress('Starting Strongroom …');
    try {
      // Most commands find a daemon.
      const { startDaemon } = await import('./start-daemon.ts');
      return await startDaemon(locations, surroundings);
    } finally {
      progress(undefined);
    }
  }

  /**
   * For a command that outlives a daemon: if the daemon no longer answers, it is found again or started. No message is
   * sent twice, because nothing is sent before the connection is open.
   */
  async function findLastingTarget(): Promise<RequestedDaemon> {
    if (givenUrl) return findTarget();
    let running = await findRunning();
    let search: Promise<Running> | undefined;
    // Several messages may fail to reach the daemon at the same time: they wait for one start.
    const findAgain = () => {
      search ??= findRunning().finally(() => {
        search = undefined;
      });
      return search;
    };
    return {
      url: addressOf(running.port),
      connect: async (mayStart) => {
        try {
          return running.takeConnection() ?? (await openTo(running));
        } catch (error) {
          if (!(error instanceof DaemonUnreachableError && mayStart)) throw unreachable(error);
        }
        running = await findAgain();
        return connectTo(running);
      },
    };
  }

  const withKey = async (find: () => Promise<RequestedDaemon>): Promise<ApiClient> => {
    const key = await findKey(surroundings.env, credentials);
    const credential = { 'x-api-key': key.apiKey };
    const target = await find();
    const explain = (refusal: ApiRefusal, body: unknown) =>
      refusal.code === 'unknown_language'
        ? suggestLanguage(createApiClient(target, { credential }), refusal, body)
        : explainKeyRefusal(key, refusal);
    return createApiClient(target, { credential, explain });
  };

  return {
    credentials,
    locations,
    /** True if STRONGROOM_URL names the daemon: then no daemon is started and no stored key is used. */
    isGiven: Boolean(givenUrl),
    findTarget,
    /** For operations that need no credential. */
    connectOpen: async (): Promise<ApiClient> => createApiClient(await findTarget()),
    /** With the user's API key. @throws CliError `no_daemon`, `not_logged_in` */
    connect: () => withKey(findTarget),
    /** The same for a command that outlives a daemon. */
    connectLasting: () => withKey(findLastingTarget),
  };
}

/** The daemon closes a connection that is idle for 10 s. */
const connectionLastsS = 1;

/** Returns a function that returns the connection of the handshake for the first request, if that follows soon. */
function onceSoon(connection: DaemonConnection | undefined): () => DaemonConnection | undefined {
  // Not `performance.now()`, which loads ten modules of Node.
  const openedAt = process.uptime();
  let left = connection;
  return () => {
    const taken = left;
    left = undefined;
    if (taken === undefined || process.uptime() - openedAt < connectionLastsS) return taken;
    taken.agent.destroy();
    return undefined;
  };
}

async function connectTo(running: RunFile): Promise<DaemonConnection> {
  try {
    return await openTo(running);
  } catch (error) {
    throw unreachable(error);
  }
}

async function openTo(running: RunFile): Promise<DaemonConnection> {
  return { url: addressOf(running.port), agent: await openDaemonConnection(running) };
}
