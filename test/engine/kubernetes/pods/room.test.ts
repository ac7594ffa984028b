import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRoom, type Place, type Room } from '../../../../src-daemon/engine/kubernetes/pods/room.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets all promises that can settle do so. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Enters some pods of one size. Returns the places of those that may be created, in their order, as they enter. */
function enterAll(room: Room, count: number, { memoryMb = 256, signal = new AbortController().signal } = {}) {
  const places: (Place & { index: number })[] = [];
  const errors: unknown[] = [];
  for (let index = 0; index < count; index++)
    room.enter(memoryMb, signal).then(
      (place) => places.push({ ...place, index }),
      (error: unknown) => errors.push(error),
    );
  return { places, errors };
}

test('a cluster with room gets all pods at once', async () => {
  const { places } = enterAll(createRoom(), 20);
  await turn();
  expect(places.length).toBe(20);
});

test('a full cluster gets one pod of a size at a time, in the order of the requests', async () => {
  const room = createRoom();
  const first = enterAll(room, 3);
  await turn();
  for (const place of first.places) place.refuse();
  const later = enterAll(room, 3);
  await turn();
  expect(later.places).toEqual([]);
  for (const place of first.places) place.leave();
  await turn();
  expect(later.places.map(({ index }) => index)).toEqual([0]);
  later.places[0]?.leave();
  later.places[0]?.leave();
  await turn();
  expect(later.places.map(({ index }) => index)).toEqual([0, 1]);
});

test('a pod that is too large for the cluster does not hold up smaller ones', async () => {
  const room = createRoom();
  const large = enterAll(room, 2, { memoryMb: 8192 });
  await turn();
  for (const place of large.places) place.refuse();
  const small = enterAll(room, 5);
  await turn();
  expect(small.places.length).toBe(5);
});

test('a cluster counts as full for 10 s after it has refused a pod', async () => {
  const room = createRoom();
  const { places } = enterAll(room, 1);
  await turn();
  places[0]?.refuse();
  places[0]?.leave();
  vi.advanceTimersByTime(9000);
  const early = enterAll(room, 2);
  await turn();
  expect(early.places.length).toBe(1);
  vi.advanceTimersByTime(2000);
  early.places[0]?.leave();
  await turn();
  expect(early.places.length).toBe(2);
  const late = enterAll(room, 5);
  await turn();
  expect(late.places.length).toBe(5);
});

test('a pod that finds no room for the whole time limit ends the wait of those behind it', async () => {
  const room = createRoom();
  const first = enterAll(room, 1);
  await turn();
  first.places[0]?.refuse();
  const behind = enterAll(room, 3);
  const error = new Error('no room');
  first.places[0]?.giveUp(error);
  await turn();
  expect(behind).toEqual({ places: [], errors: [error, error, error] });
  const next = enterAll(room, 2);
  await turn();
  expect(next.places.length).toBe(1);
});

test('a wait ends with its signal, and leaves its turn to the next', async () => {
  const room = createRoom();
  const first = enterAll(room, 1);
  await turn();
  first.places[0]?.refuse();
  const end = new AbortController();
  const ended = enterAll(room, 2, { signal: end.signal });
  const rest = enterAll(room, 1);
  end.abort(new Error('ended'));
  await turn();
  expect(ended).toMatchObject({ places: [], errors: [{ message: 'ended' }, { message: 'ended' }] });
  first.places[0]?.leave();
  await turn();
  expect(rest.places.length).toBe(1);
  await expect(room.enter(256, end.signal)).rejects.toThrow('ended');
});
