import type { Disposals } from '../../disposals.ts';
import type { EngineLog } from '../../engine-log.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import type { SandboxPod } from './pod-manifest.ts';

/** The context in which pods of an instance are created. */
export interface PodContext {
  connection: ClusterConnection;
  instanceId: string;
  log: EngineLog;
  /** Has every pod from its creation to its removal. */
  disposals: Disposals;
}

/** A pod whose name, user and key are chosen when it is created. */
export type PodSpec = Omit<SandboxPod, 'name' | 'uid' | 'transit' | 'instanceId' | 'cluster'>;
