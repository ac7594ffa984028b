import { BootError } from '../../../wire/boot-error.ts';
import { UnfitEngineError } from '../../unfit-engine-error.ts';
import { printable } from '../link/api-error.ts';
import { capacityLimitMs, noCapacity } from './capacity.ts';
import { containerName, type PodReport } from './pod-reports.ts';
import type { Place } from './room.ts';

/** Time limit from the choice of a node to the start of the container, with the first pull of the image. */
const startLimitMs = 300_000;
/** Reasons of a waiting container whose image cannot be pulled. */
const ofPull = ['ImagePullBackOff', 'ErrImageNeverPull'];
/** Reasons of a waiting container that does not start without a change by a person. */
const hopeless = [...ofPull, 'InvalidImageName', 'CreateContainerConfigError'];

/** The node of a pod cannot pull its image. */
export class ImagePullError extends UnfitEngineError {}

interface Wait {
  /** Is left when a node has taken the pod. */
  place: Place;
  lost: AbortSignal;
}

/**
 * Waits until the container of a pod runs.
 * @throws AppError `capacity_unavailable` if no node takes the pod, `engine_unavailable`; BootError if the pod has ended
 */
export async function waitUntilRunning(report: PodReport, { place, lost }: Wait): Promise<void> {
  const started = performance.now();
  for (;;) {
    lost.throwIfAborted();
    if (report.end !== undefined) throw new BootError(`the pod ended before it was ready (${report.end})`);
    const { pod } = report;
    if (pod.isUnschedulable) place.refuse();
    else if (pod.hasNode) place.leave();
    const container = pod.containers.find(({ name }) => name === containerName);
    if (container?.state === 'running') return;
    const { reason = '' } = container ?? {};
    if (hopeless.includes(reason)) throw cannotStart(reason);
    const limitMs = pod.isUnschedulable ? capacityLimitMs : startLimitMs;
    const leftMs = started + limitMs - performance.now();
    if (leftMs <= 0) throw pod.isUnschedulable ? noCapacity() : cannotStart(reason || 'no reason was reported');
    await report.next(leftMs, lost);
  }
}

function cannotStart(reason: string): UnfitEngineError {
  const Kind = ofPull.includes(reason) ? ImagePullError : UnfitEngineError;
  return new Kind(
    `The cluster cannot start a sandbox (${printable(reason)}). Its nodes must be able to pull the images of --kube-images; --kube-pull-secret names the secret for that.`,
  );
}
