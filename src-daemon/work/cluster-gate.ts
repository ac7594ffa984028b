import type { Settings } from '../../src-shared/contracts/settings.contract.ts';
import { clusterOf } from '../../src-shared/formats/cluster-sentence.ts';
import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors/app-error.ts';
import { locationOf } from './shown-location.ts';

interface GateDeps {
  engine: Pick<Engine, 'status'>;
  readSettings: (accountId: number) => Settings;
}

/** Decides whether work of an account may be sent to the engine. */
export interface ClusterGate {
  /** @throws AppError `cluster_not_allowed` if it would leave the machine, and the account has not allowed that */
  require(accountId: number): void;
}

/**
 * Creates the gate that every operation passes which sends code, files or packages of an account to the engine: runs, new
 * sandboxes and installations in `gated-engine.ts`, the use of a sandbox in `sandboxes/access.ts`, the input of a run in
 * `executions/run-input.ts`.
 */
export function createClusterGate({ engine, readSettings }: GateDeps): ClusterGate {
  return {
    require(accountId) {
      const cluster = clusterOf(locationOf(engine.status()));
      if (cluster === undefined || readSettings(accountId).cluster.allowed) return;
      throw clusterNotAllowed(cluster);
    },
  };
}

function clusterNotAllowed(cluster: string): AppError {
  return new AppError(
    'cluster_not_allowed',
    `Programs of this daemon run in the ${cluster}, not on this machine. This account has not allowed that its code, files, ` +
      'secrets and packages leave the machine, so nothing was sent. To allow it, run `strongroom cluster allow on`, or turn on ' +
      '“Programs may run in the cluster” in the settings of the interface.',
    { details: [{ path: 'cluster.allowed', message: 'is off in the settings' }] },
  );
}
