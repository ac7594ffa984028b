import { beforeEach, describe, expect, it } from 'vitest';
import { sessionQueries } from '../../../src-renderer/client/session/session-scope.ts';
import { rememberedKey, rememberSession } from '../../../src-renderer/features/accounts/remembered-session.ts';
import type { ShellApi } from '../../../src-shared/shell-api.ts';
import { createPage } from '../page/browser.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';
import { answerRequests, noAnswer, refusal } from '../page/requests.ts';

let page: ReturnType<typeof createPage>;

cleanPageAfterEach();
beforeEach(() => {
  page = createPage();
  beginTestSession();
});

const challenge = Buffer.alloc(64).toString('base64');
const proof = Buffer.alloc(32).toString('base64');
const shellWith = (proof: string | null) => ({ prove: async () => proof }) as unknown as ShellApi;
const chosen = () => page.localStorage.getItem('strongroom.remember');

describe('a remembered session', () => {
  it('is given to the daemon with the proof of the desktop app', async () => {
    const sent = answerRequests(({ operation }) =>
      operation.includes('challenge') ? Response.json({ challenge }) : new Response(null, { status: 204 }),
    );
    await rememberSession(shellWith(proof), true);
    expect(sent.at(-1)?.body).toEqual({ challenge, proof });
    expect(chosen()).toBe('yes');
  });

  it('is not kept when the app cannot prove itself', async () => {
    const sent = answerRequests(() => Response.json({ challenge }));
    await expect(rememberSession(shellWith(null), true)).rejects.toMatchObject({ code: 'shell_not_proven' });
    expect(sent).toHaveLength(1);
  });

  it('is forgotten without a proof', async () => {
    const sent = answerRequests(() => new Response(null, { status: 204 }));
    await rememberSession(shellWith(null), false);
    expect([sent.length, chosen()]).toEqual([1, 'no']);
  });

  it.each([
    ['is refused', () => refusal('forbidden')],
    ['has no answer', noAnswer],
  ])('is asked for again by Settings when the request %s', async (_, answer) => {
    sessionQueries().setQueryData(rememberedKey, true);
    answerRequests(answer);
    await expect(rememberSession(shellWith(null), false)).rejects.toMatchObject({ name: 'ApiError' });
    expect(sessionQueries().getQueryState(rememberedKey)?.isInvalidated).toBe(true);
  });
});
