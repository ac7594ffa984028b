import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../../../src-shared-node/within.ts';
import { engineFailed } from '../../engine-errors.ts';
import type { GuestSession } from '../../guest/session/session.ts';
import type { LiveSandbox } from '../../live-sandbox.ts';
import type { BootedSandbox } from '../sandbox/boot-sandbox.ts';

const callLimitMs = 10_000;
const maxAttempts = 5;
const retryMs = 200;

/** Creates the calls that freeze and thaw a container. They are done one after the other; a repeated call does nothing. */
export function createPause(
  { container }: Pick<BootedSandbox, 'container'>,
  session: GuestSession,
): Pick<LiveSandbox, 'pause' | 'resume'> {
  let isPaused = false;
  let last: Promise<unknown> = Promise.resolve();

  function inOrder(call: () => Promise<void>): Promise<void> {
    const done = last.then(call);
    last = done.catch(() => {});
    return done;
  }

  async function pause(): Promise<void> {
    if (isPaused) return;
    // Init must have read what was sent before, and an answer in progress must not look like a failure.
    await session.ping();
    session.setPaused(true);
    try {
      await freeze();
    } catch (error) {
      session.setPaused(false);
      throw error;
    }
    isPaused = true;
  }

  /** Version 1 of control groups cannot freeze a process that is being created, so the runtime gives up under load. */
  async function freeze(): Promise<void> {
    for (let count = 1; ; count++) {
      try {
        return await ask(container.pause());
      } catch (error) {
        if ((await isFrozen()) === true) return;
        if (count === maxAttempts) throw error;
        await sleep(retryMs);
        session.throwIfEnded();
      }
    }
  }

  async function resume(): Promise<void> {
    if (!isPaused) return;
    try {
      await ask(container.unpause());
    } catch (error) {
      if ((await isFrozen()) !== false) throw error;
    }
    isPaused = false;
    session.setPaused(false);
    await session.ping();
  }

  /** A call that failed or took too long can have had its effect. Returns undefined if the engine does not answer. */
  async function isFrozen(): Promise<boolean | undefined> {
    return await within(callLimitMs, container.inspect()).then(
      ({ State }) => State.Paused,
      () => undefined,
    );
  }

  /** @throws AppError `engine_unavailable`; the reason of the session's end, if it has ended */
  async function ask(call: Promise<unknown>): Promise<void> {
    try {
      await within(callLimitMs, call);
    } catch (cause) {
      session.throwIfEnded();
      throw engineFailed('The sandbox engine could not pause or resume the sandbox.', cause);
    }
  }

  return { pause: () => inOrder(pause), resume: () => inOrder(resume) };
}
