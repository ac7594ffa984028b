import { vi } from 'vitest';

/** Values of one origin, as localStorage and sessionStorage have them. */
export function createStorage(
  limitUnits = Number.POSITIVE_INFINITY,
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > limitUnits) throw new DOMException('the quota is exceeded', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key) => void values.delete(key),
  };
}

/** Defines the globals of a page that have no part in Node: its window, its document and its storage. */
export function createPage() {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null });
  const [localStorage, sessionStorage] = [createStorage(), createStorage()];
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('sessionStorage', sessionStorage);
  return { window, document, localStorage, sessionStorage };
}
