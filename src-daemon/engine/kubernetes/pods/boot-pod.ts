import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../../../src-shared-node/within.ts';
import { AppError } from '../../../errors/app-error.ts';
import { BootError } from '../../../wire/boot-error.ts';
import { openFrameChannel } from '../../../wire/frame-channel.ts';
import { createTransitKey, openSealedStream, type TransitKey } from '../../../wire/sealed-stream.ts';
import { nonceBytes } from '../../../wire/wire.ts';
import type { ReadySandbox } from '../../guest/converse.ts';
import type { SingleSandbox } from '../../guest/run-in-sandbox.ts';
import type { PooledSandbox } from '../../pool/sandbox-pool.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import { ApiError } from '../link/api-error.ts';
import { attach } from '../link/attach.ts';
import type { Pod } from '../link/pod.ts';
import { createPod, type NamedPod } from './create-pod.ts';
import { deletePod } from './delete-pod.ts';
import type { PodContext, PodSpec } from './pod-context.ts';
import { containerName, type PodReport } from './pod-reports.ts';
import type { Place } from './room.ts';
import { waitUntilRunning } from './wait-until-running.ts';

/** A pod whose init is ready for its one job, with its attached stream. */
export interface BootedPod extends SingleSandbox, PooledSandbox {
  report: PodReport;
}

/** A waiting pod is replaced after this time: its lifetime must have room for the longest run. */
const waitingMs = 25 * 60_000;
const helloLimitMs = 30_000;
/** The kubelet reports that a container runs a moment before it can be attached to. */
const attachTries = 5;
const attachPauseMs = 200;
/** Time for the report of why a pod has ended, after its stream has closed. */
const lastReportMs = 3000;

/**
 * Boots a pod. Resolves when its init, and the interpreter in it, are ready for the job. A failure leaves no pod.
 * @throws AppError `capacity_unavailable`, `engine_unavailable`; BootError, ApiError
 */
export async function bootPod(context: PodContext, spec: PodSpec): Promise<BootedPod> {
  const { room, lost } = context.connection;
  const place = await room.enter(spec.memoryMb, lost);
  try {
    return await bootAt(place, context, spec);
  } catch (error) {
    if (error instanceof AppError && error.code === 'capacity_unavailable') place.giveUp(error);
    throw error;
  } finally {
    place.leave();
  }
}

async function bootAt(place: Place, context: PodContext, spec: PodSpec): Promise<BootedPod> {
  const { connection, disposals } = context;
  const key = createTransitKey();
  const named = await createPod(context, { ...spec, transit: key.argument }, place);
  const report = connection.reports.follow(named.pod);
  const open: { stream?: Duplex } = {};
  const dispose = disposeOnce(context, { named, report, open });
  try {
    await waitUntilRunning(report, { place, lost: connection.lost });
    const stream = await attachTo(connection, report, key);
    open.stream = stream;
    const channel = openFrameChannel(stream, { nonce: randomBytes(nonceBytes) });
    await within(helloLimitMs, channel.hello);
    return {
      ...{ channel, report, dispose },
      monitor: monitorOf(report, connection),
      death: () => deathOf(stream),
    };
  } catch (error) {
    void disposals.add(dispose());
    throw error;
  }
}

/** Attaches to the container. The stream is encrypted from its first byte. @throws ApiError, BootError */
async function attachTo({ api, lost }: ClusterConnection, report: PodReport, key: TransitKey): Promise<Duplex> {
  const target = { pod: report.pod.name, container: containerName };
  for (let count = 1; ; count++) {
    try {
      const stream = openSealedStream(await attach(api, target, { signal: lost }), key);
      // After an error the stream closes, and its reader is notified by `close`.
      stream.on('error', () => {});
      return stream;
    } catch (error) {
      if (report.end !== undefined) throw new BootError('the pod ended before its stream was attached');
      if (count === attachTries || !isEarly(error)) throw error;
      await sleep(attachPauseMs);
    }
  }
}

/** Servers answer 400 or 500 while the runtime does not know the container yet. */
function isEarly(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'invalid' || error.kind === 'unavailable');
}

interface Disposal {
  named: NamedPod;
  report: PodReport;
  /** Its stream is undefined while the pod is not attached. */
  open: { stream?: Duplex };
}

/** Returns a function that removes a pod. Later calls return the same promise. */
function disposeOnce(context: PodContext, { named, report, open }: Disposal): () => Promise<void> {
  const disposal: { done?: Promise<void> } = {};
  const remove = async (pod: Pod) => {
    // When its stream closes, init exits.
    open.stream?.destroy();
    await deletePod(context, pod, report);
    report.forget();
    named.release();
  };
  return () => {
    disposal.done ??= remove(named.pod);
    return disposal.done;
  };
}

function monitorOf(report: PodReport, { lost }: ClusterConnection): ReadySandbox['monitor'] {
  return {
    get oom() {
      return report.end === 'out_of_memory';
    },
    lost,
    waitForLastEvents: async () => {
      const until = performance.now() + lastReportMs;
      while (report.end === undefined && !lost.aborted && performance.now() < until)
        await report.next(until - performance.now(), lost);
    },
  };
}

function deathOf(stream: Duplex): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitingMs);
  timer.unref();
  const onClose = () => {
    clearTimeout(timer);
    resolve();
  };
  if (stream.closed) onClose();
  else stream.once('close', onClose);
  return promise;
}
