import { isAbsolute } from 'node:path';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { findLocations, type Locations } from '../../../src-shared-node/locations.ts';
import type { EditorSettings } from './editor/editor.ts';
import { CommandFailure } from './failure.ts';

/** Limits and network of a run, checked. */
export interface RunSettings {
  timeoutMs: number;
  memoryMb: number;
  network: 'none' | 'full';
}

/** Address of a daemon that was started without `--port`. */
export const defaultAddress = 'http://127.0.0.1:7341';

type DaemonSettings = Pick<EditorSettings, 'url' | 'dataDir'>;

/** Returns the files of the daemon of the setting `strongroom.dataDir`, or of the system's data folder. @throws CommandFailure */
export function dataLocations({ dataDir }: Pick<DaemonSettings, 'dataDir'>): Locations {
  if (dataDir === '') return findLocations(process.env, undefined);
  if (!isAbsolute(dataDir) || visibleLine(dataDir) !== dataDir)
    throw new CommandFailure(
      'The setting strongroom.dataDir must be the absolute path of the data folder of a daemon, or empty.',
      [{ setting: 'strongroom.dataDir' }],
    );
  return findLocations(process.env, dataDir);
}

/**
 * Returns true if the setting `strongroom.url` of an older version agrees with the address of the daemon, or was never set.
 * The usual address was its default.
 */
export function isAddressOf({ url }: Pick<DaemonSettings, 'url'>, daemonUrl: string): boolean {
  const given = addressIn(url);
  return given === '' || given === defaultAddress || given === daemonUrl;
}

/** Returns the address of the setting in one spelling. */
export function addressIn(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined) return url.trim();
  if (parsed.hostname === 'localhost') parsed.hostname = '127.0.0.1';
  return parsed.href.replace(/\/$/, '');
}

/**
 * Returns the command that starts the daemon of the data folder in a terminal, for every usual shell.
 * @throws CommandFailure if a shell could read the path as something else
 */
export function serveCommand({ dataDir }: Pick<DaemonSettings, 'dataDir'>): string {
  if (dataDir === '') return 'strongroom serve';
  const { dataDir: folder } = dataLocations({ dataDir });
  if (/["$`%!;&|<>^]/.test(folder) || folder.endsWith('\\'))
    throw new CommandFailure(
      'The path of strongroom.dataDir has characters that a shell interprets. Start the daemon in a terminal yourself.',
      [{ setting: 'strongroom.dataDir' }],
    );
  return `strongroom serve --port 0 --data-dir "${folder}"`;
}

/** Checks the settings of runs. @throws CommandFailure */
export function runSettings({ timeoutMs, memoryMb, network }: EditorSettings): RunSettings {
  requireWhole(timeoutMs, { setting: 'strongroom.timeoutMs', minimum: 100, maximum: 600_000 });
  requireWhole(memoryMb, { setting: 'strongroom.memoryMb', minimum: 32, maximum: 4096 });
  if (network !== 'none' && network !== 'full')
    throw new CommandFailure('The setting strongroom.network must be "none" or "full".', [
      { setting: 'strongroom.network' },
    ]);
  return { timeoutMs, memoryMb, network };
}

function requireWhole(value: number, limits: { setting: string; minimum: number; maximum: number }): void {
  const { setting, minimum, maximum } = limits;
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return;
  throw new CommandFailure(`The setting ${setting} must be a whole number from ${minimum} to ${maximum}.`, [
    { setting },
  ]);
}
