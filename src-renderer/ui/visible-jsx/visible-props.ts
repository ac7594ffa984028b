import { visibleText } from '../../../src-shared/formats/visible-text.ts';

/** Attributes that a browser shows or announces. */
const shownAttributes = ['alt', 'aria-description', 'aria-label', 'placeholder', 'title'] as const;

/** Most texts are plain and need only one test. */
const plain = /^[\t\n\x20-\x7e]*$/;

/** Returns the props of a DOM element or fragment with hidden characters made visible; other props unchanged. */
export function visibleProps(type: unknown, props: unknown): unknown {
  const isOfPage = typeof type === 'string' || typeof type === 'symbol';
  if (!isOfPage || typeof props !== 'object' || props === null) return props;
  const given = props as Readonly<Record<string, unknown>>;
  let shown: Record<string, unknown> | undefined;
  for (const name of ['children', ...shownAttributes]) {
    const value = given[name];
    const visible = visibleValue(value);
    if (visible === value) continue;
    shown ??= { ...given };
    shown[name] = visible;
  }
  return shown ?? props;
}

/** Copies an array only if a text in it changes, so that React sees the same array. */
function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return plain.test(value) ? value : visibleText(value);
  if (!Array.isArray(value)) return value;
  const visible = value.map(visibleValue);
  return visible.some((one, index) => one !== value[index]) ? visible : value;
}
