import { type LucideIcon, PanelBottomClose, PanelBottomOpen, PanelRightClose, PanelRightOpen } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { IconButton } from '../controls/button.tsx';
import { modifier } from '../controls/kbd.tsx';
import { usePanelKey } from './use-panel-key.ts';
import { useRememberedOpen } from './use-remembered.ts';

export interface OpenPart {
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  button: RefObject<HTMLButtonElement | null>;
}

interface OpenPartOptions {
  /** Storage id of the choice. */
  id: string;
  /** True if the part is open at first. */
  isOpenByDefault: boolean;
  /** Keys that open and close it. */
  keys: string;
}

/** Returns whether a part of the screen is open, which this browser stores. Its keys open and close it. */
export function useOpenPart({ id, isOpenByDefault, keys }: OpenPartOptions): OpenPart {
  const [isOpen, setOpen] = useRememberedOpen(id, isOpenByDefault);
  const button = useRef<HTMLButtonElement>(null);
  usePanelKey(keys, () => setOpen(!isOpen));
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // A focus inside the part would be lost.
    const isLost = document.activeElement === document.body || document.activeElement?.checkVisibility() === false;
    if (wasOpen.current && !isOpen && isLost) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, setOpen, button };
}

interface PartLook {
  name: string;
  keys: string;
  icons: { close: LucideIcon; open: LucideIcon };
}

export const partLooks = {
  options: {
    name: 'options',
    keys: `${modifier}+Shift+B`,
    icons: { close: PanelRightClose, open: PanelRightOpen },
  },
  output: { name: 'output', keys: `${modifier}+J`, icons: { close: PanelBottomClose, open: PanelBottomOpen } },
} satisfies Record<string, PartLook>;

interface PartToggleProps {
  part: OpenPart;
  look: PartLook;
  /** The id of the element that it shows and hides. */
  controls: string;
}

/** The button that shows and hides a part. */
export function PartToggle({
  part: { isOpen, setOpen, button },
  look: { name, keys, icons },
  controls,
}: PartToggleProps) {
  const Icon = isOpen ? icons.close : icons.open;
  return (
    <IconButton
      ref={button}
      label={`${isOpen ? 'Hide' : 'Show'} ${name} (${keys})`}
      aria-expanded={isOpen}
      aria-controls={controls}
      icon={<Icon size={16} aria-hidden="true" />}
      onClick={() => setOpen(!isOpen)}
      className="w-7!"
    />
  );
}
