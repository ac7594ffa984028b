import { describe, expect, it } from 'vitest';
import type { ContainerStatus, Pod } from '../../../../src-daemon/engine/kubernetes/link/pod.ts';
import { createPodReports } from '../../../../src-daemon/engine/kubernetes/pods/pod-reports.ts';

const container = (status: Partial<ContainerStatus>): ContainerStatus => ({
  ...{ name: 'sandbox', state: 'running', reason: undefined, exitCode: undefined },
  ...status,
});

function podOf(changes: Partial<Pod> = {}): Pod {
  return {
    ...{ name: 'one', uid: 'uid-1', resourceVersion: '1', labels: {}, phase: 'Running', reason: undefined },
    ...{ hasNode: false, isUnschedulable: false, isEnding: false, containers: [] },
    ...changes,
  };
}

const killed = podOf({ phase: 'Failed', containers: [container({ state: 'terminated', reason: 'OOMKilled' })] });
const exited = podOf({ phase: 'Failed', containers: [container({ state: 'terminated', reason: 'Error' })] });

describe('the reports of a watch', () => {
  it.each([
    ['a pod that runs', podOf({ containers: [container({})] }), undefined],
    ['a container that the kernel killed', killed, 'out_of_memory'],
    ['a container that exited', exited, 'exited'],
    ['a pod whose container succeeded', podOf({ phase: 'Succeeded' }), 'exited'],
    ['an evicted pod', podOf({ phase: 'Failed', reason: 'Evicted' }), 'evicted'],
    ['a pod whose lifetime is over', podOf({ phase: 'Failed', reason: 'DeadlineExceeded' }), 'evicted'],
    [
      'another container that was killed',
      podOf({ containers: [container({ name: 'other', state: 'terminated', reason: 'OOMKilled' })] }),
      undefined,
    ],
  ])('say how %s has ended', (_name, pod, end) => {
    const reports = createPodReports();
    const report = reports.follow(podOf());
    reports.add({ type: 'modified', pod });
    expect(report.end).toBe(end);
    expect(report.isRemoved).toBe(false);
  });

  it('keep the reason of an end when the pod is deleted, and add one that comes later', () => {
    const reports = createPodReports();
    const report = reports.follow(podOf());
    reports.add({ type: 'modified', pod: exited });
    reports.add({ type: 'modified', pod: killed });
    reports.add({ type: 'deleted', pod: exited });
    expect(report.end).toBe('out_of_memory');
    expect(report.isRemoved).toBe(true);
  });

  it('say that a pod was deleted which has not ended before', () => {
    const reports = createPodReports();
    const report = reports.follow(podOf());
    reports.add({ type: 'deleted', pod: podOf() });
    expect(report.end).toBe('deleted');
  });

  it('have what a watch reported before the answer that created the pod', () => {
    const reports = createPodReports();
    reports.add({ type: 'added', pod: podOf() });
    reports.add({ type: 'modified', pod: killed });
    expect(reports.follow(podOf()).end).toBe('out_of_memory');
  });

  it('do not mix up pods of one name', () => {
    const reports = createPodReports();
    const report = reports.follow(podOf({ uid: 'uid-2' }));
    reports.add({ type: 'deleted', pod: podOf() });
    expect(report.end).toBeUndefined();
  });

  it('wake who waits, at each report, after a time and when a signal aborts', async () => {
    const reports = createPodReports();
    const report = reports.follow(podOf());
    const never = new AbortController().signal;
    const changed = report.next(60_000, never);
    reports.add({ type: 'modified', pod: killed });
    await changed;
    await report.next(60_000, AbortSignal.abort());
    await report.next(1, never);
    expect(report.pod).toBe(killed);
  });

  it('hold at most 1,000 pods that nothing follows', () => {
    const reports = createPodReports();
    reports.add({ type: 'modified', pod: killed });
    for (let count = 0; count < 1000; count++) reports.add({ type: 'added', pod: podOf({ uid: `other-${count}` }) });
    expect(reports.follow(podOf()).end).toBeUndefined();
  });
});
