import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../../../src-shared-node/within.ts';
import { AppError } from '../../../errors/app-error.ts';
import { type ConnectionKeeper, type ConnectionLife, keepConnecting } from '../../connection/keep-connecting.ts';
import type { Disposals } from '../../disposals.ts';
import { engineLost } from '../../engine-errors.ts';
import type { EngineLog } from '../../engine-log.ts';
import { createUserIds, type UserRange } from '../../user-ids.ts';
import { type ClusterImages, readImageList } from '../images/image-list.ts';
import { type ClusterApi, createClusterApi } from '../link/api.ts';
import { ApiError } from '../link/api-error.ts';
import { deleteLease, ensureLease } from '../link/leases.ts';
import { createPods } from '../link/pods.ts';
import { type ClusterSource, readCluster } from '../link/read-cluster.ts';
import { watchPods } from '../link/watch.ts';
import { createPodReports } from '../pods/pod-reports.ts';
import { createRoom } from '../pods/room.ts';
import type { ClusterConnection, ClusterReadiness } from './cluster-connection.ts';
import { clearPods, reapPods, selectorOf } from './reap-pods.ts';

export interface ClusterOptions {
  instanceId: string;
  source: ClusterSource;
  namespace: string;
  /** The file of `--kube-images`. */
  imagesFile: string;
  runtimeClass?: string | undefined;
  pullSecret?: string | undefined;
  log: EngineLog;
  /** Has every pod from its creation to its removal. */
  disposals: Disposals;
  /** Finds out what the cluster provides, and completes the connection with it. @throws UnfitEngineError */
  prove: (connection: ClusterConnection) => Promise<ClusterConnection>;
}

const retryMs = 5000;
/** The watch may fail for this long before runs are refused: API servers are restarted. */
const patienceMs = 15_000;
const checkMs = 1000;
/** The stop of a daemon has less than 4 s left when its runs were cancelled. */
const leaveLimitMs = 3000;
/** In a user namespace of a pod only these ids exist. They are above those of images. */
const mappedRange: UserRange = { first: 10_000, count: 50_000 };

/** Keeps the connection to a cluster: connects, proves it, and says when its API server no longer answers. */
export function createClusterKeeper(readiness: ClusterReadiness, options: ClusterOptions): ConnectionKeeper {
  return keepConnecting(async (life) => {
    try {
      await connect(readiness, options, life);
    } catch (error) {
      options.log.error({ err: error }, 'the cluster cannot be used');
      readiness.becomeUnavailable(reasonOf(error));
    }
    return retryMs;
  });
}

/** Connects, and follows the cluster until the keeper is closed. @throws AppError, ApiError */
async function connect(readiness: ClusterReadiness, options: ClusterOptions, life: ConnectionLife): Promise<void> {
  const images = await readImageList(options.imagesFile);
  const api = createClusterApi(await readCluster(options.source, options.namespace));
  const lost = new AbortController();
  const leave = () => lost.abort(engineLost());
  life.closed.addEventListener('abort', leave, { once: true });
  if (life.closed.aborted) leave();
  try {
    await followCluster(readiness, options, { api, images, lost: lost.signal, life });
  } finally {
    life.closed.removeEventListener('abort', leave);
    leave();
    if (life.closed.aborted) await leaveNothing(api, options);
    api.close();
  }
}

interface ConnectedParts {
  api: ClusterApi;
  images: ClusterImages;
  lost: AbortSignal;
  life: ConnectionLife;
}

async function followCluster(
  readiness: ClusterReadiness,
  { instanceId, log, runtimeClass, pullSecret, namespace, prove }: ClusterOptions,
  { api, images, lost, life }: ConnectedParts,
): Promise<void> {
  const pods = createPods(api);
  const reports = createPodReports();
  const reaped = await reapPods(pods, instanceId);
  if (reaped > 0) log.warn({ reaped }, 'deleted pods that an earlier daemon left');
  const owner = await ensureLease(api, leaseName(instanceId), lost);
  const health = createHealth();
  void watchPods(pods, {
    selector: selectorOf(instanceId),
    onEvent: reports.add,
    onOpened: health.succeeded,
    onFailure: health.failed,
    signal: lost,
  });
  const connection = await prove({
    ...{ api, pods, reports, images, lost },
    cluster: { runtimeClass, pullSecret, owner, hasUserNamespaces: false, hasClosedNetwork: false },
    users: createUserIds(mappedRange),
    room: createRoom(),
  });
  log.info({ server: api.cluster.server.host, namespace }, 'a cluster answers');
  await follow(readiness, { connection, health }, life);
}

function leaseName(instanceId: string): string {
  return `strongroom-${instanceId}`;
}

/**
 * Deletes what the instance has in the cluster: the Lease first, after which the cluster deletes the pods that a daemon
 * with too little time has left. Boots and removals end with the connection. Never rejects.
 */
async function leaveNothing(api: ClusterApi, { instanceId, log, disposals }: ClusterOptions): Promise<void> {
  const leave = async () => {
    await deleteLease(api, leaseName(instanceId));
    await Promise.all([clearPods(createPods(api), instanceId), disposals.settled()]);
  };
  try {
    await within(leaveLimitMs, leave());
  } catch (err) {
    log.warn({ err }, 'pods may be left; their closed streams and their lifetime end them');
  }
}

interface Followed {
  connection: ClusterConnection;
  health: Health;
}

/** Follows the watch, and sets the readiness by it, until the keeper is closed. */
async function follow(readiness: ClusterReadiness, { connection, health }: Followed, life: ConnectionLife) {
  readiness.becomeReady(connection);
  life.onTried();
  while (!life.closed.aborted) {
    await sleep(checkMs, undefined, { signal: life.closed, ref: false }).catch(() => {});
    const { failure } = health;
    if (failure === undefined && readiness.current() === undefined) readiness.becomeReady(connection);
    if (failure !== undefined && readiness.current() !== undefined) readiness.becomeUnavailable(reasonOf(failure));
  }
}

/** Remembers if the watch works. */
interface Health {
  succeeded(): void;
  failed(error: unknown): void;
  /** The error of a watch that has failed for longer than the patience. */
  readonly failure: unknown;
}

function createHealth(): Health {
  let since: number | undefined;
  let last: unknown;
  return {
    succeeded: () => {
      since = undefined;
    },
    failed: (error) => {
      since ??= performance.now();
      last = error;
    },
    get failure() {
      return since !== undefined && performance.now() - since > patienceMs ? last : undefined;
    },
  };
}

/** Messages of these errors are short printable text without a token. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (!(error instanceof ApiError)) return 'The cluster cannot be used; the log says why (`strongroom logs`).';
  const { kind, message } = error;
  const remedy =
    kind === 'forbidden' || kind === 'unauthorized'
      ? ' Check the rights of its user: `strongroom kube manifests` prints the Role.'
      : '';
  return `The cluster cannot be used: ${message}.${remedy}`;
}
