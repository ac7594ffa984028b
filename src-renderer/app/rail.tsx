import { Command, Lock } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { EngineState } from '../features/status/engine-state.tsx';
import { classes } from '../ui/classes.ts';
import { Kbd } from '../ui/controls/kbd.tsx';
import { type ScreenEntry, screens } from './screens/screens.tsx';

interface RailProps {
  onPalette(): void;
  onLock(): void;
}

const rowLook = classes(
  'flex h-9 w-full shrink-0 items-center short:h-7 gap-3 rounded-control px-2.5 text-sm text-muted',
  'hover:bg-sunken hover:text-ink max-lg:justify-center max-lg:px-0',
);

/** Navigation to the screens, the commands and the lock. A narrow window shows only the icons. */
export function Rail({ onPalette, onLock }: RailProps) {
  return (
    <nav
      aria-label="Screens"
      className="flex w-52 shrink-0 flex-col gap-4 overflow-y-auto border-r border-line bg-canvas p-2 max-lg:w-14 short:gap-2 short:py-1"
    >
      <div className="flex h-9 shrink-0 items-center gap-2.5 px-1.5 max-lg:justify-center short:h-7">
        <img src="/icon.svg" alt="" className="size-6" />
        <span className="font-semibold tracking-tight max-lg:sr-only">Strongroom</span>
      </div>
      <ul className="flex flex-1 shrink-0 flex-col gap-0.5 short:gap-0">
        {screens.map((screen) => (
          <RailLink key={screen.path} screen={screen} />
        ))}
      </ul>
      <div className="flex shrink-0 flex-col gap-0.5">
        <button type="button" className={rowLook} onClick={onPalette} title="All commands">
          <Command size={16} className="shrink-0" aria-hidden="true" />
          <span className="max-lg:sr-only">Commands</span>
          <span className="ml-auto max-lg:hidden">
            <Kbd keys={['mod', 'K']} />
          </span>
        </button>
        <button type="button" className={rowLook} onClick={onLock} title="Lock this window">
          <Lock size={16} className="shrink-0" aria-hidden="true" />
          <span className="max-lg:sr-only">Lock</span>
          <span className="ml-auto max-lg:hidden">
            <Kbd keys={['mod', 'L']} />
          </span>
        </button>
        <div className="flex h-8 min-w-0 items-center max-lg:justify-center short:h-6">
          <EngineState />
        </div>
      </div>
    </nav>
  );
}

function RailLink({ screen: { path, name, icon: Icon } }: { screen: ScreenEntry }) {
  const [location] = useLocation();
  const isCurrent = location === path || location.startsWith(`${path}/`);
  return (
    <li>
      <Link
        href={path}
        title={name}
        aria-current={isCurrent ? 'page' : undefined}
        className={classes(rowLook, isCurrent && 'bg-accent-soft! font-medium text-accent!')}
      >
        <Icon size={16} className="shrink-0" aria-hidden="true" />
        <span className="max-lg:sr-only">{name}</span>
      </Link>
    </li>
  );
}
