/** Calls to freeze or thaw a container that fail, although they have an effect. */
import type Docker from 'dockerode';
import { describe, expect, test } from 'vitest';
import { createPause } from '../../../src-daemon/engine/docker/run/pause.ts';
import type { GuestSession } from '../../../src-daemon/engine/guest/session/session.ts';
import { containersLabelled, describeWithDocker, type Fixture } from '../docker/docker-fixture.ts';
import { disposeAfterEach, openSandbox, shell } from './live-fixture.ts';
import { optionsOf } from './live-options.ts';

describeWithDocker('a live sandbox', suite, { keepsWarm: false });

function suite(fixture: () => Fixture): void {
  disposeAfterEach();

  test('that someone else has thawed is resumed', async () => {
    const { engine, docker } = fixture();
    const options = optionsOf({});
    const sandbox = await openSandbox(engine, options);
    await sandbox.pause();
    const [container] = await containersLabelled(docker, 'sandbox', options.id);
    await docker.getContainer(container?.Id ?? '').unpause();
    await sandbox.resume();
    expect((await shell(sandbox, 'echo here')).stdout).toBe('here\n');
  });
}

describe('a pause', () => {
  /** A container whose first call fails after it took effect, as when its answer is late. */
  function lateContainer() {
    let isPaused = false;
    const calls: string[] = [];
    const change = (name: string, value: boolean) => async () => {
      calls.push(name);
      if (isPaused === value) throw new Error('the container is in this state already');
      isPaused = value;
      throw new Error('no answer in time');
    };
    const container = {
      pause: change('pause', true),
      unpause: change('unpause', false),
      inspect: async () => ({ State: { Paused: isPaused } }),
    };
    return { calls, container: container as unknown as Docker.Container };
  }

  test('and its end succeed if the engine has done them, whatever it answered', async () => {
    const states: boolean[] = [];
    const session = {
      ping: async () => {},
      setPaused: (isPaused: boolean) => void states.push(isPaused),
      throwIfEnded: () => {},
    } as Partial<GuestSession> as GuestSession;
    const { calls, container } = lateContainer();
    const { pause, resume } = createPause({ container }, session);
    await pause();
    await resume();
    expect([calls, states]).toEqual([
      ['pause', 'unpause'],
      [true, false],
    ]);
  });
});
