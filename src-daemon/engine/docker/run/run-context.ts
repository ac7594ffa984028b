import type { EgressContext } from '../../../egress/open-egress.ts';
import type { Disposals } from '../../disposals.ts';
import type { EngineLog } from '../../engine-log.ts';
import type { EngineKeeper } from '../link/connection.ts';
import type { DockerReadiness } from '../link/engine-connection.ts';
import type { NameServers } from '../network/name-forwarder.ts';
import type { ContainerPool } from './container-pool.ts';

/** The common context of everything that one engine object creates. */
export interface EngineContext {
  /** Labels everything, so that the next start of this instance finds it. */
  instanceId: string;
  /** Labels everything, so that the remover finds what this process created. */
  processId: string;
  readiness: DockerReadiness;
  log: EngineLog;
  /** Has every container from its start to its removal. */
  disposals: Disposals;
}

/** The context of a run: the parts of the engine that it uses. */
export interface RunContext extends EngineContext {
  pool: ContainerPool;
  keeper: EngineKeeper;
  /** The name servers that answer the queries of a sandbox with a network. */
  nameServers: NameServers;
  /** Opens networks by rule. */
  egress: EgressContext;
}
