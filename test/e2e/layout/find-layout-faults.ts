/**
 * Measures the page that it runs in, with everything inside the function because it is sent to the browser.
 * @returns one line for each fault: a control that is clipped, covered, overlapped or cannot be scrolled to, text that
 * is cut without a way to read the rest or lies beyond the end of what its box can scroll to, a page that scrolls
 * sideways, or an editor or output that is too low to be used
 */
export function findLayoutFaults(): string[] {
  const faults: string[] = [];
  const controlSelector =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=separator], [role=option], .cm-editor';
  const leastHeight = 120;
  const modal = document.querySelector('[role=dialog]');
  const scrolled = new Map<Element, { left: number; top: number }>();

  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }

  const boxOf = (element: Element): Box => element.getBoundingClientRect();
  const nameOf = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? (element.textContent || element.id || '');
    return `${element.tagName.toLowerCase()} "${name.trim().slice(0, 40)}"`;
  };
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });

  function isIn(inner: Box, outer: Box, axis: 'x' | 'y'): boolean {
    if (axis === 'x') return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  }

  function ancestorsOf(element: Element): Element[] {
    const found: Element[] = [];
    for (let at = element; getComputedStyle(at).position !== 'fixed' && at.parentElement !== null; ) {
      at = at.parentElement;
      found.push(at);
    }
    return found;
  }

  const scrolls = (value: string) => value === 'auto' || value === 'scroll';

  /** The visible part of the window for an element, and the directions in which a user can scroll to it. */
  function regionOf(element: Element): { box: Box; x: boolean; y: boolean } {
    let box: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    let [x, y] = [false, false];
    for (const ancestor of ancestorsOf(element)) {
      const style = getComputedStyle(ancestor);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      if (style.display === 'inline' || ancestor === document.documentElement || ancestor === document.body) continue;
      box = meet(box, boxOf(ancestor));
      // Only tabs, a table, an editor and text as it is may scroll sideways.
      x ||= scrolls(style.overflowX) && element.closest('[role=tablist], table, pre, .cm-editor, [dir=ltr]') !== null;
      y ||= scrolls(style.overflowY);
    }
    return { box, x, y };
  }

  /** Scrolls as a user can: an area that hides its overflow does not scroll. */
  function bringIntoView(element: Element, toMiddle: boolean): void {
    const region = regionOf(element);
    for (const ancestor of ancestorsOf(element)) {
      const style = getComputedStyle(ancestor);
      const [inner, outer] = [boxOf(element), boxOf(ancestor)];
      if (!scrolled.has(ancestor)) scrolled.set(ancestor, { left: ancestor.scrollLeft, top: ancestor.scrollTop });
      if (scrolls(style.overflowY) && (toMiddle || !isIn(inner, meet(outer, regionOf(ancestor).box), 'y')))
        ancestor.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
      if (region.x && scrolls(style.overflowX) && !isIn(inner, outer, 'x'))
        ancestor.scrollLeft += inner.left - outer.left - 8;
    }
  }

  function isShown(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (element.closest('[aria-hidden=true], [inert]') !== null || modal?.contains(element) === false) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1;
  }

  const isRelated = (a: Element, b: Element) =>
    a.contains(b) || b.contains(a) || (a instanceof HTMLLabelElement && a.control === b);
  /** Number of sticky or fixed layers of an element, which may cover content that scrolls below it. */
  const layerOf = (element: Element) =>
    [element, ...ancestorsOf(element)].filter((one) => ['sticky', 'fixed'].includes(getComputedStyle(one).position))
      .length;

  function checkOverlaps(controls: Element[]): void {
    const seen = controls.map((control) => ({ control, box: meet(boxOf(control), regionOf(control).box) }));
    for (const [index, { control, box }] of seen.entries())
      for (const other of seen.slice(index + 1)) {
        const common = meet(box, other.box);
        if (common.right - common.left <= 1 || common.bottom - common.top <= 1) continue;
        if (isRelated(control, other.control) || layerOf(control) !== layerOf(other.control)) continue;
        faults.push(`overlap: ${nameOf(control)} and ${nameOf(other.control)}`);
      }
  }

  function checkReach(control: Element): void {
    bringIntoView(control, false);
    const box = boxOf(control);
    const region = regionOf(control);
    for (const axis of ['x', 'y'] as const) {
      const isLarger =
        axis === 'x'
          ? box.right - box.left > region.box.right - region.box.left
          : box.bottom - box.top > region.box.bottom - region.box.top;
      if (!isIn(box, region.box, axis) && !(isLarger && region[axis]))
        faults.push(`clipped (${axis}): ${nameOf(control)} ${JSON.stringify([box, region.box])}`);
    }
    let cover = findCover(control);
    // A row of buttons may stay above what scrolls.
    if (cover !== undefined) bringIntoView(control, true);
    if (cover !== undefined) cover = findCover(control);
    if (cover === null) faults.push(`out of reach: ${nameOf(control)}`);
    else if (cover !== undefined) faults.push(`covered: ${nameOf(control)} by ${nameOf(cover)}`);
  }

  /**
   * Returns the element that a click in the middle of a control would hit instead: null outside of the window,
   * undefined if it hits the control.
   */
  function findCover(control: Element): Element | null | undefined {
    const shown = meet(boxOf(control), regionOf(control).box);
    const hit = document.elementFromPoint((shown.left + shown.right) / 2, (shown.top + shown.bottom) / 2);
    if (hit === null) return null;
    const isOwn = isRelated(control, hit) || isRelated(hit, control) || hit.closest('[data-toasts]') !== null;
    return isOwn ? undefined : hit;
  }

  /** Text must be complete, or be in an element that scrolls or shows it completely on focus. */
  function checkText(element: Element): void {
    const style = getComputedStyle(element);
    const hides = style.overflowX === 'hidden' || style.overflowX === 'clip';
    if (hides && element.scrollWidth > element.clientWidth + 1 && element.closest('[data-whole-on-focus]') === null)
      faults.push(`cut: ${nameOf(element)}`);
    if (hides) return;
    const range = document.createRange();
    range.selectNodeContents(element);
    const region = regionOf(element);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    const isWholeOnFocus = element.closest('[data-whole-on-focus]') !== null;
    if (boxes.some((box) => !isIn(box, region.box, 'x')) && !region.x && !isWholeOnFocus)
      faults.push(`runs out of its box: ${nameOf(element)}`);
    for (const axis of ['x', 'y'] as const) {
      const reach = reachOf(element, axis);
      if (reach !== undefined && !isWholeOnFocus && boxes.some((box) => !isIn(box, reach, axis)))
        faults.push(`beyond the end of the scrolling (${axis}): ${nameOf(element)}`);
    }
  }

  /** The area that the nearest scrolling box of an element shows at any of its positions; undefined without such a box. */
  function reachOf(element: Element, axis: 'x' | 'y'): Box | undefined {
    const scroller = ancestorsOf(element).find((ancestor) => {
      const style = getComputedStyle(ancestor);
      return scrolls(axis === 'x' ? style.overflowX : style.overflowY);
    });
    if (scroller === undefined || scroller === document.documentElement || scroller === document.body) return undefined;
    const { left, top } = boxOf(scroller);
    const [startX, startY] = [
      left + scroller.clientLeft - scroller.scrollLeft,
      top + scroller.clientTop - scroller.scrollTop,
    ];
    return { left: startX, top: startY, right: startX + scroller.scrollWidth, bottom: startY + scroller.scrollHeight };
  }

  function checkLabel(button: Element): void {
    const isCut = button.scrollWidth > button.clientWidth + 1;
    if (isCut && !button.querySelector('[data-whole-on-focus]')) faults.push(`cut: ${nameOf(button)}`);
  }

  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '');

  const controls = [...document.querySelectorAll(controlSelector)].filter(
    (control) => isShown(control) && (control.matches('.cm-editor') || control.closest('.cm-editor') === null),
  );
  checkOverlaps(controls);
  for (const element of document.body.querySelectorAll('*'))
    if (hasText(element) && isShown(element) && !element.matches('option, script, style, textarea, select'))
      checkText(element);
  for (const control of controls) if (control.isConnected) checkReach(control);
  for (const control of controls) if (control.matches('button')) checkLabel(control);
  for (const [element, { left, top }] of scrolled) element.scrollTo({ left, top, behavior: 'instant' });

  if (document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth)
    faults.push('the page scrolls sideways');
  const regions = [...document.querySelectorAll('.cm-editor, section[aria-label="Output"]')].filter(isShown);
  if (regions.length > 1)
    for (const region of regions)
      if (region.clientHeight < leastHeight) faults.push(`too low (${region.clientHeight} px): ${nameOf(region)}`);
  return [...new Set(faults)];
}
