/** A JSON request whose client gives up before its run has ended: the run continues, and the request can be repeated. */
import { expect, it } from 'vitest';
import {
  cancelExecution,
  execute,
  listExecutions,
  readExecution,
} from '../../../src-shared/contracts/executions.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { impatientFetch } from '../../support/network/impatient-fetch.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile({ keepsWarm: true });
const patienceMs = 1000;
const slow = { language: 'bash', code: 'echo begun; sleep 3; echo done; echo kept > file.txt' };

interface Answer {
  status: number;
  body: { id: string; status: string; stdout: string; error?: { code: string } };
}

interface Sent {
  body: object;
  key?: string;
  /** Time for which the client waits for the headers of the answer. */
  waitMs?: number;
}

async function post(user: TestUser, { body, key, waitMs = 120_000 }: Sent): Promise<Answer> {
  const response = await impatientFetch(waitMs)(`${daemon().url}${execute.path}`, {
    method: 'POST',
    headers: { ...user.client.credential, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Repeats a request until it is answered. */
async function postInPieces(user: TestUser, request: Sent) {
  for (let tries = 1; ; tries++) {
    try {
      return { tries, ...(await post(user, { ...request, waitMs: patienceMs })) };
    } catch (error) {
      expect(error).toMatchObject({ cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } });
    }
  }
}

const runsOf = async ({ client }: TestUser) => (await client.call(listExecutions)).executions;

describeWithEngine('a run whose client has given up', () => {
  it('continues to its end, with its result under its id', async () => {
    const user = await daemon().newUser();
    await expect(post(user, { body: slow, waitMs: patienceMs })).rejects.toMatchObject({
      cause: { code: 'UND_ERR_HEADERS_TIMEOUT' },
    });
    const [run] = await runsOf(user);
    expect(['queued', 'running']).toContain(run?.status);
    const params = { id: run?.id ?? '' };
    await until(async () => (await user.client.call(readExecution, { params })).status === 'succeeded');
    expect(await user.client.call(readExecution, { params })).toMatchObject({
      status: 'succeeded',
      stdout: 'begun\ndone\n',
      files: [{ path: 'file.txt' }],
    });
  });

  it('ends when it is cancelled, and at its own time limit', async () => {
    const user = await daemon().newUser();
    const long = { language: 'bash', code: 'sleep 60' };
    await expect(post(user, { body: long, waitMs: patienceMs })).rejects.toThrow();
    const [cancelled] = await runsOf(user);
    const params = { id: cancelled?.id ?? '' };
    expect(await user.client.call(cancelExecution, { params })).toMatchObject({ status: 'cancelled' });
    await expect(post(user, { body: { ...long, timeoutMs: 2000 }, waitMs: patienceMs })).rejects.toThrow();
    await until(async () => (await runsOf(user))[0]?.status === 'timed_out');
  });
});

describeWithEngine('a request that is repeated with its key', () => {
  it('is answered with the one run that it started, also after its end', async () => {
    const user = await daemon().newUser();
    const request = { body: slow, key: 'key-1' };
    const answer = await postInPieces(user, request);
    expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded', stdout: 'begun\ndone\n' } });
    expect(answer.tries).toBeGreaterThan(1);
    expect((await post(user, request)).body).toEqual(answer.body);
    expect(await runsOf(user)).toHaveLength(1);
    expect((await runsOf(user))[0]?.id).toBe(answer.body.id);
  });

  it('is another run with another body, key or credential', async () => {
    const [user, other] = [await daemon().newUser(), await daemon().newUser()];
    const body = { language: 'bash', code: 'echo 1' };
    const ids = [];
    for (const request of [
      { body, key: 'a' },
      { body, key: 'b' },
      { body: { ...body, stdin: 'x' }, key: 'a' },
    ])
      ids.push((await post(user, request)).body.id);
    ids.push((await post(other, { body, key: 'a' })).body.id);
    expect(new Set(ids).size).toBe(4);
    expect((await post(user, { body, key: 'a' })).body.id).toBe(ids[0]);
  });

  it('starts at most one run when it is sent several times at once', async () => {
    const user = await daemon().newUser();
    const request = { body: { language: 'bash', code: 'sleep 0.3; echo $RANDOM$RANDOM' }, key: 'same' };
    const answers = await Promise.all([1, 2, 3].map(() => post(user, request)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await runsOf(user)).toHaveLength(1);
  });

  it('is refused again while it cannot be run, and with a key of another form', async () => {
    const user = await daemon().newUser();
    const refused = { body: { language: 'cobol', code: '' }, key: 'refused' };
    for (let round = 0; round < 2; round++)
      expect((await post(user, refused)).body.error?.code).toBe('unknown_language');
    const { status, body } = await post(user, { body: slow, key: 'two words' });
    expect([status, body.error?.code]).toEqual([400, 'invalid_request']);
    expect(await runsOf(user)).toEqual([]);
  });
});
