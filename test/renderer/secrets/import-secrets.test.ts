import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportEntry } from '../../../src-renderer/features/secrets/import-plan.ts';
import { importSecrets } from '../../../src-renderer/features/secrets/import-secrets.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';
import { answerRequests, noAnswer, refusal, type SentRequest } from '../page/requests.ts';

const at = '2026-01-31T12:00:00.000Z';
const secret = (name: string, version: number) => ({
  ...{ name, version, description: '', createdAt: at, updatedAt: at, lastUsedAt: null },
});
const entry = (name: string): ImportEntry => ({
  name,
  value: `value of ${name}`,
  line: 1,
  kind: 'new',
  isMasked: true,
  isCommonWord: false,
  isDoubtful: false,
});

cleanPageAfterEach();
beforeEach(() => beginTestSession());

const nameOf = ({ operation }: SentRequest) => operation.split('/').at(-1) ?? '';

/** Answers each save, and refuses that of one name. */
function answerSaves(refusedName?: string, refused: () => Response | Promise<Response> = noAnswer) {
  return answerRequests((request) => {
    const name = nameOf(request);
    return name === refusedName ? refused() : Response.json(secret(name, 1), { status: 201 });
  });
}

describe('an import of secrets', () => {
  it('saves each in the order of the file, on the condition that the preview showed', async () => {
    const sent = answerSaves();
    const outcome = await importSecrets([entry('NEW'), entry('OLD')], [secret('OLD', 3), secret('OTHER', 1)]);
    expect(outcome).toEqual({ saved: ['NEW', 'OLD'] });
    expect(sent.map(({ headers }) => [headers.get('if-none-match'), headers.get('if-match')])).toEqual([
      ['*', null],
      [null, '"3"'],
    ]);
    expect(sent[0]?.body).toEqual({ value: 'value of NEW' });
  });

  it('stops at the first that cannot be saved, and says how many were', async () => {
    const sent = answerSaves('B', () => refusal('precondition_failed'));
    const { saved, stopped } = await importSecrets([entry('A'), entry('B'), entry('C')], []);
    expect([saved, stopped?.name, sent.length]).toEqual([['A'], 'B', 2]);
    expect(stopped?.error).toMatchObject({ code: 'precondition_failed', requestId: 'req_test' });
    expect(stopped?.error.message).toMatch(/^B was changed.* 1 secret was saved\.$/);
  });

  it.each([
    ['A', /^A could not be saved: .* Nothing was saved\.$/],
    ['C', /^C could not be saved: .* 2 secrets were saved\.$/],
  ])('names %s and the cause, without any value', async (name, message) => {
    answerSaves(name);
    const { stopped } = await importSecrets([entry('A'), entry('B'), entry('C')], []);
    expect(stopped?.error.message).toMatch(message);
    expect(stopped?.error.message).not.toContain('value of');
  });
});
