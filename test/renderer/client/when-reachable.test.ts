import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, unreachable } from '../../../src-renderer/client/api-error.ts';
import { conditionOf, isPreconditionFailed } from '../../../src-renderer/client/conditional-save.ts';
import { loadPart } from '../../../src-renderer/client/load-part.ts';
import { whenReachable } from '../../../src-renderer/client/when-reachable.ts';
import { pass, stopClock } from '../page/clock.ts';
import { goodHealth } from '../page/health.ts';
import { cleanPageAfterEach } from '../page/page-session.ts';
import { answerRequests, noAnswer } from '../page/requests.ts';

cleanPageAfterEach();
beforeEach(stopClock);

/** Returns a call that fails with these errors, one after the other, and then succeeds. */
function failingWith(...errors: unknown[]) {
  const work = async () => {
    work.calls += 1;
    const error = errors.shift();
    if (error !== undefined) throw error;
    return 'done';
  };
  work.calls = 0;
  return work;
}

describe('a call that waits for the daemon', () => {
  it('is repeated every two seconds until the daemon answers', async () => {
    const work = failingWith(unreachable(), new ApiError('unproven', 'another program'));
    const result = whenReachable(work);
    await pass(1999);
    expect(work.calls).toBe(1);
    await pass(2001);
    expect([await result, work.calls]).toEqual(['done', 3]);
  });

  it('fails with any other error of the daemon', async () => {
    await expect(whenReachable(failingWith(new ApiError('forbidden', 'no')))).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(whenReachable(failingWith(new TypeError('a bug')))).rejects.toMatchObject({ message: 'a bug' });
  });

  it('is given up when its signal aborts', async () => {
    const given = new AbortController();
    const result = whenReachable(failingWith(unreachable(), unreachable(), unreachable()), given.signal).catch(
      ({ code }) => code,
    );
    given.abort();
    await pass(2000);
    expect(await result).toBe('unreachable');
  });
});

describe('a part of the interface', () => {
  const failure = new TypeError('cannot load the module');

  it('is loaded once the daemon answers', async () => {
    let isAway = true;
    answerRequests(() => (isAway ? noAnswer() : Response.json(goodHealth)));
    const work = failingWith();
    const loading = loadPart(work);
    await pass(4000);
    expect(work.calls).toBe(0);
    isAway = false;
    await pass(2000);
    expect([await loading, work.calls]).toEqual(['done', 1]);
  });

  it('is loaded again, with fresh files', async () => {
    let fetchedAgain = 0;
    vi.stubGlobal('strongroomFetchAgain', async () => void fetchedAgain++);
    answerRequests(() => Response.json(goodHealth));
    const work = failingWith(failure);
    expect([await loadPart(work), work.calls, fetchedAgain]).toEqual(['done', 2, 1]);
  });

  it('is tried three times', async () => {
    answerRequests(() => Response.json(goodHealth));
    expect(await loadPart(failingWith(failure, failure))).toBe('done');
    await expect(loadPart(failingWith(failure, failure, failure))).rejects.toBe(failure);
  });
});

describe('the condition of a save', () => {
  it('is the version that was shown, or that there is none', () => {
    expect(conditionOf(undefined)).toEqual({ 'If-None-Match': '*' });
    expect(conditionOf(3)).toEqual({ 'If-Match': '"3"' });
  });

  it('is the cause of an error with the code precondition_failed only', () => {
    expect(isPreconditionFailed(new ApiError('precondition_failed', 'changed'))).toBe(true);
    expect(isPreconditionFailed(new ApiError('forbidden', 'no'))).toBe(false);
    expect(isPreconditionFailed(new Error('precondition_failed'))).toBe(false);
  });
});
