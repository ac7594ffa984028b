import type { EgressContext } from '../../../egress/open-egress.ts';
import type { Disposals } from '../../disposals.ts';
import type { EngineLog } from '../../engine-log.ts';
import type { ClusterReadiness } from '../connection/cluster-connection.ts';
import type { PodPool } from './pod-pool.ts';

/** The parts of the engine that a run uses. */
export interface ClusterRunContext {
  readiness: ClusterReadiness;
  pool: PodPool;
  log: EngineLog;
  /** Has every pod from its creation to its removal. */
  disposals: Disposals;
  /** Opens networks by rule. */
  egress: EgressContext;
}
