import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import { LayerError } from '../../engine/layers.ts';
import { AppError } from '../../errors/app-error.ts';
import type { PackagesUser } from '../../work/find-packages.ts';
import { failureMessage } from '../install/failure-message.ts';
import type { InstallDeps } from '../install/install-deps.ts';
import { createLogLines } from '../install/log-lines.ts';
import { obtainLayer } from '../install/obtain-layer.ts';
import type { LayerRow } from '../layers/layers.store.ts';
import type { CheckedPackage } from '../package-rules.ts';
import { putRunLayer, type RunLayerKey } from './run-layers.store.ts';

interface RunInstallation {
  key: RunLayerKey;
  packages: readonly CheckedPackage[];
  usedBy: PackagesUser;
  installer: Settings['installer'];
  /** Message for the user about how these packages are installed, which follows the reason of a failure. */
  note?: string | undefined;
  signal: AbortSignal;
  onLine: (line: string) => void;
}

export type InstallForRun = (installation: RunInstallation) => Promise<LayerRow>;

/** Maximum number of runs and sandboxes of an account that wait for an installation at the same time. */
const maxPerAccount = 8;
const retryAfterSeconds = 10;

type RunInstallDeps = Omit<InstallDeps, 'logOf' | 'onInstalled'> & {
  /** Called when a layer was installed or found. */
  onObtained: (layerId: string) => void;
};

/**
 * Creates the function that installs the packages of a run or a sandbox. Those that need the same packages share one installation.
 * @throws AppError `packages_failed`, `cluster_not_allowed`, `engine_unavailable`, `queue_full`; the signal's reason
 */
export function createInstallForRun(deps: RunInstallDeps): InstallForRun {
  const waiting = new Map<number, number>();

  return async ({ key, packages, usedBy, installer, note, signal, onLine }) => {
    const { accountId, language } = key;
    const readSettings = (id: number) => ({ ...deps.readSettings(id), installer });
    const context = { ...deps, readSettings };
    const count = waiting.get(accountId) ?? 0;
    if (count >= maxPerAccount) throw tooMany();
    waiting.set(accountId, count + 1);
    const lines = createLogLines();
    const hear = (line: string) => {
      lines.push(line);
      onLine(line);
    };
    try {
      const layer = await obtainLayer(context, { accountId, language, packages, signal, onLine: hear });
      deps.database.transaction((db) => putRunLayer(db, { ...key, layerId: layer.id }));
      deps.onObtained(layer.id);
      return layer;
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      if (!(cause instanceof LayerError)) throw cause;
      const reason = failureMessage(context, { accountId, language }, { cause, log: lines.entries() });
      const message = [`The packages of this ${usedBy} could not be installed.`, reason, ...(note ? [note] : [])].join(
        ' ',
      );
      throw new AppError('packages_failed', message, { cause });
    } finally {
      const left = (waiting.get(accountId) ?? 1) - 1;
      if (left === 0) waiting.delete(accountId);
      else waiting.set(accountId, left);
    }
  };
}

function tooMany(): AppError {
  const message = `${maxPerAccount} runs and sandboxes of this account wait for packages already. Send the request again after the time in Retry-After.`;
  return new AppError('queue_full', message, { retryAfterSeconds });
}
