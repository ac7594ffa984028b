import { expect, test } from 'vitest';
import { createUserIds, defaultRange, rangeWithin, sharedUid } from '../../src-daemon/engine/user-ids.ts';

test.each([
  ['of the machine', '         0          0 4294967295\n', defaultRange],
  ['of userns-remap', '         0     165536      65536\n', { first: 10_000, count: 50_000 }],
  [
    'of a rootless engine',
    '         0       1000          1\n         1     100000      65536',
    { first: 10_000, count: 50_000 },
  ],
  ['of a rootless engine with 20,000 sub-ids', '0 1000 1\n1 100000 20000', { first: 10_000, count: 10_001 }],
  ['of a rootless engine with few sub-ids', '0 1000 1\n1 100000 10500', undefined],
  ['that is empty', '', undefined],
  ['that is no map', 'no such file\n', undefined],
])('the ids %s allow this range', (_what, uidMap, range) => {
  expect(rangeWithin(uidMap)).toEqual(range);
});

test('every id of the range is leased once, then the error says why, and a released one can be leased again', () => {
  const users = createUserIds({ first: 100, count: 50 });
  const leases = Array.from({ length: 50 }, () => users.lease());
  expect(leases.map(({ uid }) => uid).sort()).toEqual(Array.from({ length: 50 }, (_, index) => 100 + index));
  expect(() => users.lease()).toThrow(
    expect.objectContaining({ code: 'engine_unavailable', message: expect.stringContaining('All 50 user ids') }),
  );
  leases[7]?.release();
  expect(users.lease().uid).toBe(leases[7]?.uid);
});

test('ids of other daemons are tried once, until all others are in use', () => {
  const users = createUserIds({ first: 100, count: 3 });
  const mine = users.lease();
  users.lease().refuse();
  users.lease().refuse();
  expect(() => users.lease()).toThrow(/All 3 user ids/);
  const later = users.lease();
  expect(later.uid).not.toBe(mine.uid);
});

test('without a range, all containers share an id and have no name', () => {
  const users = createUserIds(undefined);
  expect([users.lease(), users.lease()]).toMatchObject(Array(2).fill({ uid: sharedUid, name: undefined }));
});

test('a range is given up for the shared id only before a container has started with it', () => {
  const users = createUserIds(defaultRange);
  users.confirm();
  expect(users.reject()).toBe(false);
  const unproved = createUserIds(defaultRange);
  expect(unproved.reject()).toBe(true);
  expect(unproved.range).toBeUndefined();
  expect(unproved.reject()).toBe(false);
});
