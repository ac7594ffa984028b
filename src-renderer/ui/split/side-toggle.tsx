import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { IconButton } from '../controls/button.tsx';
import { modifier } from '../controls/kbd.tsx';
import type { Arrangement } from './use-media.ts';
import { usePanelKey } from './use-panel-key.ts';
import { useRememberedOpen } from './use-remembered.ts';

export interface Side {
  isOpen: boolean;
  toggle(): void;
  button: RefObject<HTMLButtonElement | null>;
}

/**
 * Returns whether the options column is open. It is open at first only in a wide window, and stored for each
 * arrangement.
 */
export function useSide(id: string, arrangement: Arrangement): Side {
  const [isOpen, setOpen] = useRememberedOpen(`${id}.options.${arrangement}`, arrangement === 'wide');
  const button = useRef<HTMLButtonElement>(null);
  const toggle = () => setOpen(!isOpen);
  usePanelKey('$mod+Shift+KeyB', toggle);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // A focus inside the column would be lost.
    const isLost = document.activeElement === document.body || document.activeElement?.checkVisibility() === false;
    if (wasOpen.current && !isOpen && isLost) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, toggle, button };
}

/** Shows and hides the column of options. */
export function SideToggle({ isOpen, toggle, button, controls }: Side & { controls: string }) {
  const Icon = isOpen ? PanelRightClose : PanelRightOpen;
  return (
    <div className="shrink-0 py-2 pr-2">
      <IconButton
        ref={button}
        label={`${isOpen ? 'Hide' : 'Show'} options (${modifier}+Shift+B)`}
        aria-expanded={isOpen}
        aria-controls={controls}
        icon={<Icon size={16} aria-hidden="true" />}
        onClick={toggle}
      />
    </div>
  );
}
