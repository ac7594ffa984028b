import { expect, it } from 'vitest';
import { createAttemptLimits } from '../../../src-daemon/accounts/password/attempt-limits.ts';
import { createGuessLimit } from '../../../src-daemon/accounts/password/guess-limit.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();

/** Guesses at one e-mail, each judged when it is told to be. */
function guessesAt(emailKey: string) {
  const { database } = daemon().core;
  const limits = createAttemptLimits({ database, now: daemon().clock.now });
  const judgeGuess = createGuessLimit(limits);
  const judging: ((opened: 'opened' | undefined) => void)[] = [];
  const outcomes: string[] = [];
  const guess = () =>
    judgeGuess(
      { kind: 'login', subject: emailKey },
      () => new Promise<'opened' | undefined>((resolve) => judging.push(resolve)),
    ).then(
      (opened) => outcomes.push(opened ?? 'wrong'),
      (error) => outcomes.push(error.code),
    );
  return { guess, judging, outcomes, hasRoom: () => limits.hasRoom('login', emailKey) };
}

/** Lets all go on that waits for nothing but what was told. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('judges five at once; when they have failed, those that waited are refused and not judged', async () => {
  const { guess, judging, outcomes } = guessesAt('five');
  const all = Array.from({ length: 20 }, guess);
  await settle();
  expect(judging).toHaveLength(5);
  for (const end of judging) end(undefined);
  await Promise.all(all);
  expect(judging).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(15);
});

it('judges one that waited in the place of each that was right', async () => {
  const { guess, judging, outcomes } = guessesAt('right');
  const all = Array.from({ length: 20 }, guess);
  for (let judged = 0; judged < 20; judged++) {
    await settle();
    expect(judging).toHaveLength(Math.min(judged + 5, 20));
    judging[judged]?.('opened');
  }
  await Promise.all(all);
  expect(outcomes).toEqual(Array(20).fill('opened'));
});

it('goes on counting what is being judged when another succeeds', async () => {
  const { guess, judging, outcomes, hasRoom } = guessesAt('beside');
  const first = Array.from({ length: 5 }, guess);
  await settle();
  judging[0]?.('opened');
  await first[0];
  const next = [guess(), guess()];
  await settle();
  // Four are being judged still: one place is free, not five.
  expect(judging).toHaveLength(6);
  for (const end of judging.slice(1)) end(undefined);
  await Promise.all([...first, ...next]);
  expect(outcomes.toSorted()).toEqual(['opened', 'rate_limited', 'wrong', 'wrong', 'wrong', 'wrong', 'wrong']);
  expect(hasRoom()).toBe(false);
});

it('lets sixteen wait and refuses one more at once', async () => {
  const { guess, judging, outcomes } = guessesAt('crowd');
  const all = Array.from({ length: 22 }, guess);
  await settle();
  expect(outcomes).toEqual(['rate_limited']);
  for (let judged = 0; judged < 21; judged++) {
    judging[judged]?.('opened');
    await settle();
  }
  await Promise.all(all);
  expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(21);
});
