import { useState } from 'react';

const prefix = 'strongroom.layout.';

/**
 * A number of the layout that this browser stores under `id`, such as the width of a column in pixels. Undefined resets
 * it to the usual value.
 */
export function useRememberedNumber(id: string, defaultValue: number): [number, (value: number | undefined) => void] {
  const [value, setValue] = useState(() => {
    const stored = Number.parseFloat(read(id) ?? '');
    return Number.isFinite(stored) && stored > 0 ? stored : defaultValue;
  });
  const remember = (next: number | undefined) => {
    setValue(next ?? defaultValue);
    write(id, next === undefined ? undefined : String(Math.round(next)));
  };
  return [value, remember];
}

/** Returns whether a part of the layout is open, stored in this browser under `id`. */
export function useRememberedOpen(id: string, defaultValue: boolean): [boolean, (open: boolean) => void] {
  // The id differs between arrangements, so the choice is read for each.
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const stored = read(id);
  const isOpen = chosen[id] ?? (stored === undefined ? defaultValue : stored === 'open');
  const remember = (open: boolean) => {
    setChosen((all) => ({ ...all, [id]: open }));
    write(id, open ? 'open' : 'closed');
  };
  return [isOpen, remember];
}

/** Returns a choice of the user about the layout, stored in this browser under `id`. */
export function useRememberedChoice(id: string, defaultValue: boolean): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => {
    const stored = read(id);
    return stored === undefined ? defaultValue : stored === 'on';
  });
  const remember = (next: boolean) => {
    setOn(next);
    write(id, next ? 'on' : 'off');
  };
  return [isOn, remember];
}

/** A browser can refuse its storage: the layout is then reset by a reload. */
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
