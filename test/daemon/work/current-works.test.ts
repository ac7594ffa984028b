import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createCurrentWork } from '../../../src-daemon/work/current-work.ts';
import { createCurrentWorks } from '../../../src-daemon/work/current-works.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const mebibyte = 2 ** 20;

test('of ended work the newest 32 stay in memory, and nothing holds the others', async () => {
  const works = createCurrentWorks();
  const held = Array.from({ length: 40 }, (_, index) => addEnded(works, String(index)));
  await setImmediate();
  collectGarbage();
  expect(held.map((work) => work.deref()?.id).filter((id) => id !== undefined)).toEqual(
    Array.from({ length: 32 }, (_, index) => String(index + 8)),
  );
});

test('of ended work that is kept elsewhere 8 MiB stay, and the newest in any case', async () => {
  const works = createCurrentWorks();
  const idsOf = (ids: string[]) => ids.filter((id) => works.find(1, id) !== undefined);
  const large = { bytes: 3 * mebibyte, isKept: true };
  for (const id of ['a', 'b', 'c', 'd']) addEnded(works, id, large);
  await setImmediate();
  expect(idsOf(['a', 'b', 'c', 'd'])).toEqual(['c', 'd']);
  addEnded(works, 'e', { bytes: 9 * mebibyte, isKept: true });
  await setImmediate();
  expect(idsOf(['c', 'd', 'e'])).toEqual(['e']);
});

test('ended work that is kept nowhere else stays, however large it is', async () => {
  const works = createCurrentWorks();
  addEnded(works, 'nowhere else', { bytes: 9 * mebibyte, isKept: false });
  for (const id of ['a', 'b', 'c']) addEnded(works, id, { bytes: 9 * mebibyte, isKept: true });
  await setImmediate();
  expect(works.find(1, 'nowhere else')).toBeDefined();
  expect(works.find(1, 'b')).toBeUndefined();
});

interface Ended {
  bytes?: number;
  isKept?: boolean;
}

function addEnded(
  works: ReturnType<typeof createCurrentWorks>,
  id: string,
  { bytes = 0, isKept = true }: Ended = {},
): WeakRef<object & { id: string }> {
  const work = { ...createCurrentWork({ id, accountId: 1, credentialId: 'key' }), isKept: () => isKept };
  works.add(work);
  work.append({ event: 'finished', data: { stdout: 'x'.repeat(bytes), files: [{ path: 'a' }] } });
  work.end();
  return new WeakRef(work);
}
