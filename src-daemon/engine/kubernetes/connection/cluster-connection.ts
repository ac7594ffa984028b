import type { Readiness } from '../../connection/readiness.ts';
import type { UserIds } from '../../user-ids.ts';
import type { ClusterImages } from '../images/image-list.ts';
import type { ClusterApi } from '../link/api.ts';
import type { Pods } from '../link/pods.ts';
import type { PodCluster } from '../pods/pod-manifest.ts';
import type { PodReports } from '../pods/pod-reports.ts';
import type { Room } from '../pods/room.ts';

/** A cluster that answers and has proved what a sandbox requires. */
export interface ClusterConnection {
  api: ClusterApi;
  pods: Pods;
  /** Reports of the watch about the pods of this instance. */
  reports: PodReports;
  images: ClusterImages;
  /** The features of the cluster, and the choices of its administrator. */
  cluster: PodCluster;
  /** The user ids of the pods. */
  users: UserIds;
  /** Bounds the pods that wait for a node. */
  room: Room;
  /** Aborts with `engine_unavailable` when the daemon leaves the cluster. An API server that does not answer for a while ends no pod. */
  lost: AbortSignal;
}

export type ClusterReadiness = Readiness<ClusterConnection>;
