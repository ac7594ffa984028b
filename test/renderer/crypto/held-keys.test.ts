import { afterEach, expect, it } from 'vitest';
import { answerSealTask } from '../../../src-renderer/crypto/answer-seal-task.ts';
import type { TaskWorker } from '../../../src-renderer/crypto/ask-worker.ts';
import { createCodeKeys } from '../../../src-renderer/crypto/code-keys.ts';
import { addContents, findContents } from '../../../src-renderer/crypto/contents-in-worker.ts';
import { createContents } from '../../../src-renderer/crypto/contents-search.ts';
import { askHeld, dropKeys, holdKeys } from '../../../src-renderer/crypto/held-keys.ts';
import type { SealAnswer, SealTask } from '../../../src-renderer/crypto/seal-task.ts';
import type { Argon2id } from '../../../src-shared/zk/argon2id.ts';
import { sealCode } from '../../../src-shared/zk/zk-code.ts';
import type { ZKPayload } from '../../../src-shared/zk/zk-payload.ts';

const masterPassword = 'the master password';

/** Fast, and different for each password and salt. */
const derive: Argon2id = async ({ password, salt }) =>
  new Uint8Array(32).map((_, at) => (password[at % password.length] ?? 0) ^ (salt[at % salt.length] ?? 0));

/** The worker of the page, in this process: counts how often it derives a key. */
function countingWorker() {
  const counts = { derivations: 0, tasks: 0, terminations: 0 };
  const keys = createCodeKeys((input) => {
    counts.derivations += 1;
    return derive(input);
  });
  const contents = createContents();
  const start = async (): Promise<TaskWorker> => ({
    ask: (task) => {
      counts.tasks += 1;
      return answerSealTask({ keys, contents }, task);
    },
    terminate: () => {
      counts.terminations += 1;
    },
  });
  return { counts, start };
}

const seal = (code: string): Promise<ZKPayload> => sealCode(derive, { masterPassword, code });
const open = (payload: ZKPayload, password = masterPassword): Extract<SealTask, { kind: 'open' }> => ({
  kind: 'open',
  masterPassword: password,
  payload,
});

afterEach(dropKeys);

it('derives the key of a script once, however often the script is opened', async () => {
  const { counts, start } = countingWorker();
  const [one, other] = [await seal('one'), await seal('other')];
  holdKeys(masterPassword, start);
  for (const _ of [1, 2, 3]) {
    expect(await askHeld(open(one))).toEqual({ kind: 'opened', code: 'one' });
    expect(await askHeld(open(other))).toEqual({ kind: 'opened', code: 'other' });
  }
  expect(counts.derivations).toBe(2);
});

it('opens a script that this window has saved without a derivation; each has its own salt', async () => {
  const { counts, start } = countingWorker();
  holdKeys(masterPassword, start);
  const payloads: ZKPayload[] = [];
  for (const code of ['one', 'other']) {
    const answer = (await askHeld({ kind: 'seal-alone', masterPassword, code })) as SealAnswer & { payload: ZKPayload };
    payloads.push(answer.payload);
    expect(await askHeld(open(answer.payload))).toEqual({ kind: 'opened', code });
  }
  expect(counts.derivations).toBe(2);
  expect(payloads[0]?.salt).not.toBe(payloads[1]?.salt);
});

it('searches contents with the keys of scripts that were opened, and derives each key once', async () => {
  const { counts, start } = countingWorker();
  const [one, other] = [await seal('one'), await seal('other one')];
  holdKeys(masterPassword, start);
  await askHeld(open(one));
  expect(await addContents({ masterPassword, name: 'a', payload: one })).toBeUndefined();
  expect(await addContents({ masterPassword, name: 'b', payload: other })).toBeUndefined();
  await askHeld(open(other));
  expect((await findContents(masterPassword, 'ONE')).map(({ name }) => name)).toEqual(['a', 'b']);
  expect(counts.derivations).toBe(2);
  expect(await addContents({ masterPassword: 'another password', name: 'c', payload: one })).toBe('closed');
  dropKeys();
  expect(await addContents({ masterPassword, name: 'c', payload: one })).toBe('closed');
  expect(await findContents(masterPassword, 'one')).toEqual([]);
});

it('says that a script was not decrypted, and searches the others', async () => {
  const { start } = countingWorker();
  holdKeys(masterPassword, start);
  const foreign = await sealCode(derive, { masterPassword: 'another password', code: 'one' });
  expect(await addContents({ masterPassword, name: 'a', payload: foreign })).toBe('wrong-password');
  expect(await addContents({ masterPassword, name: 'b', payload: await seal('one') })).toBeUndefined();
  expect(await findContents(masterPassword, 'one')).toHaveLength(1);
});

it('keeps the worker for the same password, and ends it at a lock and for another one', async () => {
  const { counts, start } = countingWorker();
  const payload = await seal('one');
  holdKeys(masterPassword, start);
  await askHeld(open(payload));
  holdKeys(masterPassword, start);
  expect(counts.terminations).toBe(0);
  expect(await askHeld(open(payload, 'another password'))).toBeUndefined();
  holdKeys('another password', start);
  expect(await askHeld(open(payload))).toBeUndefined();
  await askHeld(open(payload, 'another password'));
  dropKeys();
  await expect.poll(() => counts.terminations).toBe(2);
  expect(await askHeld(open(payload, 'another password'))).toBeUndefined();
});

it('does not begin a task that was given up, or that waits when the vault closes', async () => {
  const { counts, start } = countingWorker();
  const payload = await seal('one');
  holdKeys(masterPassword, start);
  const given = new AbortController();
  const answers = [askHeld(open(payload)), askHeld(open(payload), given.signal), askHeld(open(payload))];
  given.abort();
  const [first, aborted, third] = await Promise.allSettled(answers);
  expect([first?.status, aborted?.status, third?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(counts.tasks).toBe(2);
  const waiting = askHeld(open(payload));
  dropKeys();
  expect(await waiting).toBeUndefined();
  expect(counts.tasks).toBe(2);
});

it('starts the worker again if its script could not be loaded', async () => {
  const { start } = countingWorker();
  let attempts = 0;
  holdKeys(masterPassword, () => {
    attempts += 1;
    return attempts === 1 ? Promise.reject(new Error('no answer')) : start();
  });
  const payload = await seal('one');
  await expect(askHeld(open(payload))).rejects.toThrow('no answer');
  expect(await askHeld(open(payload))).toEqual({ kind: 'opened', code: 'one' });
});

it('answers a wrong password as such', async () => {
  const { start } = countingWorker();
  holdKeys('another password', start);
  expect(await askHeld(open(await seal('one'), 'another password'))).toEqual({ kind: 'failed', wrongPassword: true });
});
