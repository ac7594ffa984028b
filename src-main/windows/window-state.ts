import { z } from 'zod';

export const WindowState = z.strictObject({
  x: z.int().exactOptional(),
  y: z.int().exactOptional(),
  width: z.int().min(640).max(20_000),
  height: z.int().min(480).max(20_000),
  isMaximized: z.boolean(),
});
/** Last position and size of the window, in device-independent pixels. */
export type WindowState = z.infer<typeof WindowState>;

export const firstWindowState: WindowState = { width: 1280, height: 820, isMaximized: false };

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** This much of a window must be on a screen so that the user can move it. */
const visiblePx = 120;

/** Restores the position of a window. If no screen shows it, it is centred on the first screen and fits into it. */
export function fitOnScreen(state: WindowState, workAreas: readonly Area[]): WindowState {
  const { x, y, width, height } = state;
  if (x !== undefined && y !== undefined && workAreas.some((area) => isVisibleOn(area, { x, y, width, height })))
    return state;
  const [first] = workAreas;
  const { x: _x, y: _y, ...rest } = state;
  return first ? { ...rest, width: Math.min(width, first.width), height: Math.min(height, first.height) } : rest;
}

function isVisibleOn(area: Area, window: Area): boolean {
  const across = Math.min(area.x + area.width, window.x + window.width) - Math.max(area.x, window.x);
  // The user moves a window by its title bar.
  const isTopIn = window.y >= area.y - 10 && window.y <= area.y + area.height - visiblePx / 2;
  return across >= visiblePx && isTopIn;
}
