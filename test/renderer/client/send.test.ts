import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../../src-renderer/client/call.ts';
import { send } from '../../../src-renderer/client/send.ts';
import { currentToken, sessionStore } from '../../../src-renderer/client/session/session.ts';
import { refresh, verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { readSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { beginTestSession, cleanPageAfterEach, tokenUntil } from '../page/page-session.ts';
import { answerRequests, noAnswer, refusal, type SentRequest } from '../page/requests.ts';

cleanPageAfterEach();

const later = () => tokenUntil(Date.now() + 3_600_000);
const tokenOf = ({ headers }: SentRequest) => headers.get('authorization');
const isRefused = () => sessionStore.getState().session?.isRefused;

describe('a request', () => {
  let token: string;
  beforeEach(() => {
    token = later();
    beginTestSession(token);
  });

  it('has the token of the session, and none where the operation is open', async () => {
    const sent = answerRequests(() => Response.json({}));
    await send(verify);
    await send(readHealth);
    expect(sent.map(tokenOf)).toEqual([`Bearer ${token}`, null]);
    expect(sent[0]?.headers.get('x-strongroom-client')).toBe('interface');
  });

  it('without an answer is "unreachable"', async () => {
    answerRequests(noAnswer);
    await expect(send(verify)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('that is aborted sends nothing, and fails with the abort', async () => {
    const sent = answerRequests(() => Response.json({}));
    await expect(send(verify, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent).toEqual([]);
  });

  it('that is refused fails with the code, the message, the request id and the time to wait', async () => {
    answerRequests(() => refusal('rate_limited', 'Too many requests.', { 'retry-after': '3' }));
    await expect(send(verify)).rejects.toMatchObject({
      ...{ code: 'rate_limited', message: 'Too many requests.', requestId: 'req_test', retryAfterSeconds: 3 },
    });
  });

  it('whose error is not of the contract is "unreadable"', async () => {
    answerRequests(() => new Response('<html>', { status: 502 }));
    await expect(send(verify)).rejects.toMatchObject({ code: 'unreadable', message: expect.stringContaining('502') });
  });

  it('whose reply is not of the contract is "unreadable"', async () => {
    answerRequests(() => Response.json({ timeoutMs: 'soon' }));
    await expect(call(readSettings, {})).rejects.toMatchObject({ code: 'unreadable' });
  });
});

describe('the token of a session', () => {
  it('is renewed once for all requests when it ends within ten minutes', async () => {
    const renewed = later();
    const old = tokenUntil(Date.now() + 9 * 60_000);
    beginTestSession(old);
    const sent = answerRequests(({ operation }) =>
      Response.json(operation === `POST ${refresh.path}` ? { token: renewed } : {}),
    );
    await Promise.all([send(verify), send(verify)]);
    expect(sent.map(tokenOf)).toEqual([`Bearer ${old}`, `Bearer ${renewed}`, `Bearer ${renewed}`]);
    expect(currentToken()).toBe(renewed);
  });

  it('is not renewed earlier', async () => {
    beginTestSession(tokenUntil(Date.now() + 11 * 60_000));
    const sent = answerRequests(() => Response.json({}));
    await send(verify);
    expect(sent).toHaveLength(1);
  });

  it('that the daemon refuses ends the session', async () => {
    beginTestSession(later());
    answerRequests(() => refusal('unauthorized'));
    await expect(send(verify)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(isRefused()).toBe(true);
  });

  it('that was replaced during the request does not end the session', async () => {
    beginTestSession(later());
    answerRequests(() => {
      beginTestSession(tokenUntil(Date.now() + 7_200_000));
      return refusal('unauthorized');
    });
    await expect(send(verify)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(isRefused()).toBe(false);
  });

  it('is not ended by the refusal of an open operation', async () => {
    beginTestSession(later());
    answerRequests(() => refusal('unauthorized'));
    await expect(send(readHealth)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(isRefused()).toBe(false);
  });
});
