import { useState } from 'react';

const prefix = 'strongroom.layout.';

/**
 * A number of the layout that this browser remembers under `id`, such as the width of a column in pixels. Setting
 * undefined forgets it: the usual value holds again.
 */
export function useRememberedNumber(id: string, usual: number): [number, (value: number | undefined) => void] {
  const [value, setValue] = useState(() => {
    const stored = Number.parseFloat(read(id) ?? '');
    return Number.isFinite(stored) && stored > 0 ? stored : usual;
  });
  const remember = (next: number | undefined) => {
    setValue(next ?? usual);
    write(id, next === undefined ? undefined : String(Math.round(next)));
  };
  return [value, remember];
}

/** Whether a part of the layout is open, as this browser remembers it under `id`. */
export function useRememberedOpen(id: string, usual: boolean): [boolean, (open: boolean) => void] {
  // The id differs between arrangements, so that the choice is read for each of them.
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const stored = read(id);
  const isOpen = chosen[id] ?? (stored === undefined ? usual : stored === 'open');
  const remember = (open: boolean) => {
    setChosen((all) => ({ ...all, [id]: open }));
    write(id, open ? 'open' : 'closed');
  };
  return [isOpen, remember];
}

/** A browser may refuse its storage: the layout is then the usual one after a reload. */
function read(id: string): string | undefined {
  try {
    return localStorage.getItem(prefix + id) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(id: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(prefix + id);
    else localStorage.setItem(prefix + id, value);
  } catch {
    // See `read`.
  }
}
