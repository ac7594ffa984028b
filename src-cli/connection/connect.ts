import { DaemonUnreachableError, openDaemonConnection } from '../../src-shared-node/daemon-connection.ts';
import type { Locations } from '../../src-shared-node/locations.ts';
import { addressOf } from '../../src-shared-node/prove-daemon.ts';
import type { RunFile } from '../../src-shared-node/run-file.ts';
import { CliError } from '../cli-error.ts';
import { type ApiClient, createApiClient } from '../client/api-client.ts';
import type { Connection, Target } from '../client/send.ts';
import { createCredentialStore } from '../credential/credential-store.ts';
import type { Surroundings } from '../surroundings.ts';
import { findDaemon, unreachable } from './find-daemon.ts';
import { checkAddress } from './given-address.ts';
import { startDaemon } from './start-daemon.ts';

interface ConnectDeps {
  surroundings: Surroundings;
  locations: Locations;
  /** Tells the user what is going on, or clears it. */
  progress: (message: string | undefined) => void;
  warn: (message: string) => void;
}

export type Connector = ReturnType<typeof createConnector>;

/**
 * Reaches the daemon: the one at `STRONGROOM_URL`, else the one of the data folder at its socket, which is started when
 * it does not run and has to prove itself on each connection before it gets a credential.
 */
export function createConnector({ surroundings, locations, progress, warn }: ConnectDeps) {
  const { STRONGROOM_URL: givenUrl, STRONGROOM_API_KEY: givenKey } = surroundings.env;
  const credentials = createCredentialStore(locations);

  async function findTarget(): Promise<Target> {
    if (givenUrl) return { url: checkAddress(givenUrl) };
    const running = await findRunning();
    return { url: addressOf(running.port), socketPath: running.socketPath, connect: () => connectTo(running) };
  }

  async function findRunning(): Promise<RunFile & { socketPath: string }> {
    const running = (await findDaemon(locations)) ?? (await start());
    const { socketPath, version, pid } = running;
    if (socketPath === undefined) {
      const message = `The daemon is version ${version} and has no socket, which this command needs. Stop it ("kill ${pid}"); the next command starts the new one.`;
      throw new CliError('no_daemon', message);
    }
    if (version !== surroundings.version)
      warn(`The daemon is version ${version}, this command ${surroundings.version}; restart the daemon.`);
    return { ...running, socketPath };
  }

  async function start(): Promise<RunFile> {
    progress('Starting Strongroom …');
    try {
      return await startDaemon(locations, surroundings);
    } finally {
      progress(undefined);
    }
  }

  /**
   * For a command that outlives a daemon: one that no longer answers is found again or started. A message that was sent
   * is never sent twice, as nothing is sent before the connection is there.
   */
  async function findLastingTarget(): Promise<Target> {
    if (givenUrl) return findTarget();
    let running: RunFile = await findRunning();
    let search: Promise<RunFile> | undefined;
    // Messages that find the daemon gone at the same time wait for one start.
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
          return await openTo(running);
        } catch (error) {
          if (!(error instanceof DaemonUnreachableError && mayStart)) throw unreachable(error);
        }
        running = await findAgain();
        return connectTo(running);
      },
    };
  }

  async function findApiKey(): Promise<string> {
    const apiKey = await readApiKey();
    if (/^[\x21-\x7e]{1,4096}$/.test(apiKey)) return apiKey;
    throw new CliError('not_logged_in', 'That is no API key of Strongroom.');
  }

  async function readApiKey(): Promise<string> {
    if (givenKey) return givenKey;
    // A stored key belongs to the daemon that proved itself, not to whatever address is in the environment.
    if (givenUrl) throw new CliError('not_logged_in', 'With STRONGROOM_URL the key comes from STRONGROOM_API_KEY.');
    const stored = await credentials.read();
    if (stored !== undefined) return stored;
    const message = 'You are not logged in: run "strongroom login" (or "strongroom login --register" the first time).';
    throw new CliError('not_logged_in', message);
  }

  const withKey = async (find: () => Promise<Target>): Promise<ApiClient> => {
    const apiKey = await findApiKey();
    return createApiClient(await find(), { 'x-api-key': apiKey });
  };

  return {
    credentials,
    locations,
    /** True when the environment names the daemon: nothing is started, nothing stored is used. */
    isGiven: Boolean(givenUrl),
    findTarget,
    /** For operations that are open. */
    connectOpen: async (): Promise<ApiClient> => createApiClient(await findTarget()),
    /** With the user's API key. @throws CliError `no_daemon`, `not_logged_in` */
    connect: () => withKey(findTarget),
    /** The same for a command that outlives a daemon. */
    connectLasting: () => withKey(findLastingTarget),
  };
}

async function connectTo(running: RunFile): Promise<Connection> {
  try {
    return await openTo(running);
  } catch (error) {
    throw unreachable(error);
  }
}

async function openTo(running: RunFile): Promise<Connection> {
  return { url: addressOf(running.port), agent: await openDaemonConnection(running) };
}
