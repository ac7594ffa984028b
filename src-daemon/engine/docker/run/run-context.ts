import type { Disposals } from '../../disposals.ts';
import type { EngineLog } from '../../engine-log.ts';
import type { ConnectionKeeper } from '../link/connection.ts';
import type { Readiness } from '../link/readiness.ts';
import type { NameServers } from '../network/name-relay.ts';
import type { SandboxPool } from './sandbox-pool.ts';

/** What everything that one engine object makes has in common. */
export interface EngineContext {
  /** Labels what is made, so that the next start of this instance finds it. */
  instanceId: string;
  /** Labels what is made, so that the remover finds what this process made. */
  processId: string;
  readiness: Readiness;
  log: EngineLog;
  /** Has every container from its start to its removal. */
  disposals: Disposals;
}

/** What a run requires from its engine. */
export interface RunContext extends EngineContext {
  pool: SandboxPool;
  keeper: ConnectionKeeper;
  /** The name servers that answer the queries of a sandbox with a network. */
  nameServers: NameServers;
}
