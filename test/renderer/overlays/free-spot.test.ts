import { expect, it } from 'vitest';
import { type Box, findFreeSpot } from '../../../src-renderer/ui/overlays/free-spot.ts';

const window = { width: 1000, height: 800 };
const toast = { width: 300, height: 50 };

const spotNextTo = (obstacles: readonly Box[]) => {
  const spot = findFreeSpot(toast, window, obstacles);
  if (spot === undefined) throw new Error('there is no spot');
  return spot;
};
const boxAt = ({ right, bottom }: { right: number; bottom: number }): Box => ({
  left: window.width - right - toast.width,
  right: window.width - right,
  top: window.height - bottom - toast.height,
  bottom: window.height - bottom,
});
const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

it('is the corner if nothing is there', () => {
  expect(findFreeSpot(toast, window, [])).toEqual({ right: 16, bottom: 16 });
});

it('is next to the controls in the corner', () => {
  const save = { left: 900, top: 750, right: 980, bottom: 790 };
  const spot = spotNextTo([save]);
  expect(meet(boxAt(spot), save)).toBe(false);
  expect(spot.right + spot.bottom).toBeLessThan(100);
});

it('is to the left of a column of controls as high as the window', () => {
  const fields = Array.from({ length: 16 }, (_, row) => ({
    left: 700,
    top: row * 50,
    right: 990,
    bottom: row * 50 + 40,
  }));
  const spot = spotNextTo(fields);
  expect(fields.some((field) => meet(boxAt(spot), field))).toBe(false);
  expect(spot.bottom).toBe(16);
});

it('does not exist if controls are everywhere, or the window is smaller than the box', () => {
  expect(findFreeSpot(toast, window, [{ left: 0, top: 0, right: 1000, bottom: 800 }])).toBeUndefined();
  expect(findFreeSpot(toast, { width: 200, height: 60 }, [])).toBeUndefined();
});
