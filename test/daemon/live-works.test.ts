import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createLiveWork } from '../../src-daemon/live-work.ts';
import { createLiveWorks } from '../../src-daemon/live-works.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('of ended work the newest 32 stay in memory, and nothing holds the others', async () => {
  const works = createLiveWorks();
  const held = Array.from({ length: 40 }, (_, index) => addEnded(works, String(index)));
  await setImmediate();
  collectGarbage();
  expect(held.map((work) => work.deref()?.id).filter((id) => id !== undefined)).toEqual(
    Array.from({ length: 32 }, (_, index) => String(index + 8)),
  );
});

test('of ended work with much output fewer stay, and the newest in any case', async () => {
  const works = createLiveWorks();
  const idsOf = (ids: string[]) => ids.filter((id) => works.find(1, id) !== undefined);
  for (const id of ['a', 'b', 'c', 'd']) addEnded(works, id, 3 * 2 ** 20);
  await setImmediate();
  expect(idsOf(['a', 'b', 'c', 'd'])).toEqual(['c', 'd']);
  addEnded(works, 'e', 9 * 2 ** 20);
  await setImmediate();
  expect(idsOf(['c', 'd', 'e'])).toEqual(['e']);
});

function addEnded(
  works: ReturnType<typeof createLiveWorks>,
  id: string,
  textLength = 0,
): WeakRef<object & { id: string }> {
  const work = createLiveWork({ id, accountId: 1, credentialId: 'key' });
  works.add(work);
  work.append({ event: 'finished', data: { stdout: 'x'.repeat(textLength), files: [{ path: 'a' }] } });
  work.end();
  return new WeakRef(work);
}
