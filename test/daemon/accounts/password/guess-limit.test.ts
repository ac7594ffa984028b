import { expect, it } from 'vitest';
import { createAttemptLimits } from '../../../../src-daemon/accounts/password/attempt-limits.ts';
import { createPendingLimit } from '../../../../src-daemon/accounts/password/guess-limit.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();

/** Starts attempts for one e-mail. The test decides when each check ends. */
function guessesAt(emailKey: string) {
  const { database } = daemon().core;
  const limits = createAttemptLimits({ database, now: daemon().clock.now });
  const checkWithinLimit = createPendingLimit(limits);
  const pending: ((opened: 'opened' | undefined) => void)[] = [];
  const outcomes: string[] = [];
  const guess = () =>
    checkWithinLimit(
      { kind: 'login', subject: emailKey },
      () => new Promise<'opened' | undefined>((resolve) => pending.push(resolve)),
    ).then(
      (opened) => outcomes.push(opened ?? 'wrong'),
      (error) => outcomes.push(error.code),
    );
  return { guess, pending, outcomes, isAllowed: () => limits.isAllowed('login', emailKey) };
}

/** Runs the event loop until all promises that can settle have settled. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('checks five at once; when they have failed, the waiting ones are refused and not checked', async () => {
  const { guess, pending, outcomes } = guessesAt('five');
  const all = Array.from({ length: 20 }, guess);
  await settle();
  expect(pending).toHaveLength(5);
  for (const end of pending) end(undefined);
  await Promise.all(all);
  expect(pending).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(15);
});

it('checks one waiting attempt for each attempt that succeeds', async () => {
  const { guess, pending, outcomes } = guessesAt('right');
  const all = Array.from({ length: 20 }, guess);
  for (let checked = 0; checked < 20; checked++) {
    await settle();
    expect(pending).toHaveLength(Math.min(checked + 5, 20));
    pending[checked]?.('opened');
  }
  await Promise.all(all);
  expect(outcomes).toEqual(Array(20).fill('opened'));
});

it('still counts the attempts in progress when another one succeeds', async () => {
  const { guess, pending, outcomes, isAllowed } = guessesAt('parallel');
  const first = Array.from({ length: 5 }, guess);
  await settle();
  pending[0]?.('opened');
  await first[0];
  const next = [guess(), guess()];
  await settle();
  // Four are still being checked, so one more may start, not five.
  expect(pending).toHaveLength(6);
  for (const end of pending.slice(1)) end(undefined);
  await Promise.all([...first, ...next]);
  expect(outcomes.toSorted()).toEqual(['opened', 'rate_limited', 'wrong', 'wrong', 'wrong', 'wrong', 'wrong']);
  expect(isAllowed()).toBe(false);
});

it('lets sixteen wait and refuses one more at once', async () => {
  const { guess, pending, outcomes } = guessesAt('crowd');
  const all = Array.from({ length: 22 }, guess);
  await settle();
  expect(outcomes).toEqual(['rate_limited']);
  for (let checked = 0; checked < 21; checked++) {
    pending[checked]?.('opened');
    await settle();
  }
  await Promise.all(all);
  expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(21);
});
