import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type Box, findFreeSpot, type Spot } from './free-spot.ts';

const controls = 'button, input, select, textarea, label, summary, a[href], [role=tab]';
const checkEveryMs = 500;

/**
 * Places an element where it covers no control, as long as it has content. It is not moved while the pointer or the
 * focus is on it.
 * @param contents changes with the content of the element; `undefined` if there is none
 */
export function useFreeSpot<Element extends HTMLElement>(contents: unknown) {
  const element = useRef<Element>(null);
  const [spot, setSpot] = useState<Spot>({ right: 16, bottom: 16 });
  useLayoutEffect(() => {
    if (contents === undefined) return;
    const place = () => {
      const next = spotFor(element);
      if (next) setSpot((before) => (before.right === next.right && before.bottom === next.bottom ? before : next));
    };
    place();
    const timer = setInterval(place, checkEveryMs);
    return () => clearInterval(timer);
  }, [contents]);
  return { element, style: spot };
}

function spotFor(element: RefObject<HTMLElement | null>): Spot | undefined {
  const box = element.current;
  if (box === null || box.matches(':hover, :focus-within')) return undefined;
  const size = { width: box.offsetWidth, height: box.offsetHeight };
  return findFreeSpot(size, { width: innerWidth, height: innerHeight }, visibleControls(box));
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
