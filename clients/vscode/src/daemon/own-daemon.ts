import { openDaemonConnection } from '../../../../src-shared-node/daemon-connection.ts';
import { findDaemon } from '../../../../src-shared-node/find-daemon.ts';
import { addressOf } from '../../../../src-shared-node/prove-daemon.ts';
import { ExposedRunFileError } from '../../../../src-shared-node/run-file.ts';
import type { StrongroomOptions } from '../../../typescript/src/index.ts';
import { fetchOverConnection } from '../../../typescript/src/socket.ts';
import type { EditorSettings } from '../editor/editor.ts';
import { safeLine } from '../editor/safe-text.ts';
import { CommandFailure, type NextStep } from '../failure.ts';
import { dataLocations, isAddressOf } from '../settings.ts';

/** The daemon of the user's data folder, which has proved its identity. */
export interface OwnDaemon {
  dataDir: string;
  /** Its address, for the browser and for messages. Requests never use it. */
  url: string;
  /** Sends a request over a connection to the socket, on which the daemon has proved its identity again. */
  fetch: NonNullable<StrongroomOptions['fetch']>;
}

type Settings = Pick<EditorSettings, 'url' | 'dataDir'>;

const nextSteps: NextStep[] = [{ command: 'startDaemon' }, { setting: 'strongroom.dataDir' }];

/**
 * Finds the daemon of the data folder by its run file, as the command line does. A port proves nothing: any program can listen
 * there while no daemon runs, and would get the API key and the master password.
 * @returns undefined if no daemon runs
 * @throws CommandFailure
 */
export async function findOwnDaemon(settings: Settings): Promise<OwnDaemon | undefined> {
  const locations = dataLocations(settings);
  const running = await findDaemon(locations).catch(explainExposed);
  if (running === undefined) return undefined;
  const { port, socketPath, version } = running;
  if (socketPath === undefined)
    throw new CommandFailure(
      safeLine(`The daemon is version ${version} and has no socket. Stop it and start it again.`),
    );
  const url = addressOf(port);
  if (!isAddressOf(settings, url)) throw otherAddress(url);
  const fetch = fetchOverConnection(async () => ({ socketPath, agent: await openDaemonConnection(running) }));
  return { dataDir: locations.dataDir, url, fetch };
}

/** @throws CommandFailure also if no daemon runs */
export async function requireOwnDaemon(settings: Settings): Promise<OwnDaemon> {
  const daemon = await findOwnDaemon(settings);
  if (daemon !== undefined) return daemon;
  throw new CommandFailure(
    `No Strongroom daemon runs for ${dataLocations(settings).dataDir}. Start it, or set strongroom.dataDir to the data folder of another daemon.`,
    nextSteps,
  );
}

function otherAddress(url: string): CommandFailure {
  return new CommandFailure(
    `The setting strongroom.url is another address than that of your daemon (${url}). An address does not prove who answers, so it is no longer used: remove the setting, or set strongroom.dataDir to the data folder of the other daemon.`,
    [{ setting: 'strongroom.url' }],
  );
}

function explainExposed(error: unknown): never {
  if (error instanceof ExposedRunFileError) throw new CommandFailure(safeLine(error.message));
  throw error;
}
