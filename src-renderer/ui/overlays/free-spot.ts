export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Distances from the right and the bottom of the window, in pixels. */
export interface Spot {
  right: number;
  bottom: number;
}

const margin = 16;
const step = 8;

/**
 * Returns the spot nearest to the bottom right corner at which a box covers none of the obstacles; undefined if there
 * is none in the window.
 */
export function findFreeSpot(box: Size, window: Size, obstacles: readonly Box[]): Spot | undefined {
  let best: Spot | undefined;
  for (let bottom = margin; bottom + box.height + margin <= window.height; bottom += step) {
    if (best !== undefined && bottom >= best.right + best.bottom) break;
    const right = freeRight({ bottom, box, window }, obstacles);
    if (right === undefined) continue;
    if (best === undefined || right + bottom < best.right + best.bottom) best = { right, bottom };
  }
  return best;
}

interface Row {
  bottom: number;
  box: Size;
  window: Size;
}

/** Returns the distance from the right at which the box fits into a row of the window. */
function freeRight({ bottom, box, window }: Row, obstacles: readonly Box[]): number | undefined {
  const row = { top: window.height - bottom - box.height, bottom: window.height - bottom };
  const inRow = obstacles.filter((one) => one.top < row.bottom && one.bottom > row.top);
  for (let right = margin; right + box.width + margin <= window.width; ) {
    const [from, to] = [window.width - right - box.width, window.width - right];
    const covered = inRow.filter((one) => one.left < to && one.right > from);
    if (covered.length === 0) return right;
    // The box moves to the left of the elements that it would cover.
    right = window.width - Math.min(...covered.map(({ left }) => left)) + step;
  }
  return undefined;
}
