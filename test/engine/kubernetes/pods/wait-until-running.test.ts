import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { engineLost } from '../../../../src-daemon/engine/engine-errors.ts';
import type { Pod } from '../../../../src-daemon/engine/kubernetes/link/pod.ts';
import { createPodReports } from '../../../../src-daemon/engine/kubernetes/pods/pod-reports.ts';
import { waitUntilRunning } from '../../../../src-daemon/engine/kubernetes/pods/wait-until-running.ts';

const pending: Pod = {
  ...{ name: 'one', uid: 'uid-1', resourceVersion: '1', labels: {}, phase: 'Pending', reason: undefined },
  ...{ hasNode: false, isUnschedulable: false, isEnding: false, containers: [] },
};

function withContainer(state: 'waiting' | 'running' | 'terminated', reason?: string): Pod {
  return { ...pending, containers: [{ name: 'sandbox', state, reason, exitCode: undefined }] };
}

/** Starts a wait. Its result is `running`, or the error. */
function startWait(first: Pod = pending) {
  const reports = createPodReports();
  const lost = new AbortController();
  const report = reports.follow(first);
  const calls: string[] = [];
  const place = {
    refuse: () => void calls.push('refuse'),
    leave: () => void calls.push('leave'),
    giveUp: () => void calls.push('giveUp'),
  };
  const result = waitUntilRunning(report, { place, lost: lost.signal }).then(
    () => 'running',
    (error: { code?: string; name: string; message: string }) => error,
  );
  return { result, lost, calls, show: (pod: Pod) => reports.add({ type: 'modified', pod }) };
}

describe('the wait for a container', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ends when it runs, after states of an ordinary start', async () => {
    const { result, show } = startWait();
    show(withContainer('waiting', 'ContainerCreating'));
    show(withContainer('waiting', 'ErrImagePull'));
    show(withContainer('running'));
    expect(await result).toBe('running');
  });

  it.each(['ImagePullBackOff', 'InvalidImageName', 'CreateContainerConfigError'])(
    'fails at once, and says what to do, when the reason is %s',
    async (reason) => {
      const { result, show } = startWait();
      show(withContainer('waiting', reason));
      expect(await result).toMatchObject({
        code: 'engine_unavailable',
        message: expect.stringMatching(new RegExp(`\\(${reason}\\).*--kube-images`)),
      });
    },
  );

  it('fails as a boot when the pod ended first, so that another one is taken', async () => {
    const { result, show } = startWait();
    show({ ...pending, phase: 'Failed', reason: 'Evicted' });
    expect(await result).toMatchObject({ name: 'BootError' });
  });

  it('fails when no node takes the pod for 120 s, and not before', async () => {
    const { result, show } = startWait();
    let isSettled = false;
    void result.then(() => {
      isSettled = true;
    });
    const waiting = { ...pending, isUnschedulable: true };
    show(waiting);
    await vi.advanceTimersByTimeAsync(119_000);
    show(waiting);
    await vi.advanceTimersByTimeAsync(0);
    expect(isSettled).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await result).toMatchObject({ code: 'capacity_unavailable', retryAfterSeconds: 30 });
  });

  it('does not end because of a pod that was unschedulable for a while', async () => {
    const { result, show } = startWait();
    show({ ...pending, isUnschedulable: true });
    await vi.advanceTimersByTimeAsync(100_000);
    show(withContainer('waiting', 'ContainerCreating'));
    await vi.advanceTimersByTimeAsync(60_000);
    show(withContainer('running'));
    expect(await result).toBe('running');
  });

  it('says that no node takes the pod, and when one has', async () => {
    const { result, calls, show } = startWait();
    show({ ...pending, isUnschedulable: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual(['refuse']);
    show({ ...pending, hasNode: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual(['refuse', 'leave']);
    show({ ...withContainer('running'), hasNode: true });
    await result;
    expect(calls.filter((call) => call !== 'leave')).toEqual(['refuse']);
  });

  it('ends with the connection', async () => {
    const { result, lost } = startWait();
    lost.abort(engineLost());
    expect(await result).toMatchObject({ code: 'engine_unavailable' });
  });
});
