import { useLayoutEffect, useRef, useState } from 'react';
import { type Box, findFreeSpot, type Size, type Spot } from './free-spot.ts';

const controls = 'button, input, select, textarea, label, summary, a[href], [role=tab], [role=separator]';
const corner: Spot = { right: 16, bottom: 16 };
const checkEveryMs = 500;
/** Text that appears under the element moves it, but not more often than this. */
const moveForTextEveryMs = 2000;
/** More texts than a window shows. */
const maxTexts = 3000;

/**
 * Places an element where it covers no control, and no text if there is such a spot, as long as it has content. It returns to
 * the corner when that is free. It is not moved while the pointer or the focus is on it, unless a part is outside of the window.
 * @param contents changes with the content of the element; `undefined` if there is none
 */
export function useFreeSpot<Element extends HTMLElement>(contents: unknown) {
  const element = useRef<Element>(null);
  const [spot, setSpot] = useState(corner);
  const shown = useRef(corner);
  useLayoutEffect(() => {
    if (contents === undefined) return;
    let movedAt = Number.NEGATIVE_INFINITY;
    const moveToFreeSpot = () => {
      const box = element.current;
      if (box === null) return;
      const own = box.getBoundingClientRect();
      const isInside = own.left >= 0 && own.top >= 0 && own.right <= innerWidth && own.bottom <= innerHeight;
      if (isInside && box.matches(':hover, :focus-within')) return;
      const obstacles = visibleControls(box);
      const mayStay = isInside && !covers(own, obstacles);
      if (mayStay && performance.now() - movedAt < moveForTextEveryMs) return;
      const all = [...obstacles, ...visibleTexts(box)];
      const mayReturn = shown.current !== corner && !covers(inCorner(own), all);
      if (mayStay && !mayReturn && !covers(own, all)) return;
      const size = { width: box.offsetWidth, height: box.offsetHeight };
      const next = mayReturn ? corner : spotFor(size, obstacles, all);
      if (next.right === shown.current.right && next.bottom === shown.current.bottom) return;
      movedAt = performance.now();
      shown.current = next;
      setSpot(next);
    };
    moveToFreeSpot();
    const timer = setInterval(moveToFreeSpot, checkEveryMs);
    addEventListener('resize', moveToFreeSpot);
    return () => {
      clearInterval(timer);
      removeEventListener('resize', moveToFreeSpot);
    };
  }, [contents]);
  return { element, style: spot };
}

/** Returns the spot that covers no control and no text, or else no control. */
function spotFor(size: Size, obstacles: readonly Box[], all: readonly Box[]): Spot {
  const window = { width: innerWidth, height: innerHeight };
  return findFreeSpot(size, window, all) ?? findFreeSpot(size, window, obstacles) ?? corner;
}

/** Returns where a box is in the corner. */
function inCorner({ width, height }: Size): Box {
  const [right, bottom] = [innerWidth - corner.right, innerHeight - corner.bottom];
  return { left: right - width, top: bottom - height, right, bottom };
}

function covers(own: Box, obstacles: readonly Box[]): boolean {
  return obstacles.some(
    ({ left, right, top, bottom }) => left < own.right && right > own.left && top < own.bottom && bottom > own.top,
  );
}

/** Returns the controls that a press can reach; while a dialog is open these are its own. */
function visibleControls(except: HTMLElement): Box[] {
  return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
    if (except.contains(control) || !control.checkVisibility()) return [];
    const box = control.getBoundingClientRect();
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const isReached = hit !== null && (control.contains(hit) || hit.contains(control) || except.contains(hit));
    return isReached ? [box] : [];
  });
}

/** Returns the texts in the window; while a dialog is open these are its own. */
function visibleTexts(except: HTMLElement): Box[] {
  const root = document.querySelector('[role=dialog]') ?? document.body;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const boxes: Box[] = [];
  for (let node = texts.nextNode(); node !== null && boxes.length < maxTexts; node = texts.nextNode()) {
    const { parentElement } = node;
    if (parentElement === null || except.contains(parentElement) || node.nodeValue?.trim() === '') continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const isInWindow =
      box.width > 1 && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
    if (isInWindow && parentElement.checkVisibility({ visibilityProperty: true })) boxes.push(box);
  }
  return boxes;
}
