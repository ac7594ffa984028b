import { visibleText } from '../../../src-shared/formats/visible-text.ts';

/** What a browser shows or reads out of an element's attributes. */
const shownAttributes = ['alt', 'aria-description', 'aria-label', 'placeholder', 'title'] as const;

/** Most texts are plain: they cost one look. */
const plain = /^[\t\n\x20-\x7e]*$/;

/** The props of an element of the page (or a fragment) with visible text in place of hidden characters; others as given. */
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

/** Arrays are copied only where a text in them changes, so that React sees the same one again. */
function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return plain.test(value) ? value : visibleText(value);
  if (!Array.isArray(value)) return value;
  const visible = value.map(visibleValue);
  return visible.some((one, index) => one !== value[index]) ? visible : value;
}
