import { ChevronDown, ChevronUp, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button, IconButton } from '../controls/button.tsx';
import { modifier } from '../controls/kbd.tsx';
import { Splitter } from './splitter.tsx';
import { useArrangement } from './use-media.ts';
import { usePanelKey } from './use-panel-key.ts';
import { useRememberedNumber, useRememberedOpen } from './use-remembered.ts';

interface ListColumnProps {
  /** Storage id of the width. */
  id: string;
  /** Name of the listed items: "stored scripts". */
  name: string;
  /** Renders the list; `close` hides it where it covers the content. */
  list(close: () => void): ReactNode;
  children: ReactNode;
}

const widths = { default: 240, min: 160, max: 480 };

/** A list to the left of its content; a narrow window shows one of the two. */
export function ListColumn(props: ListColumnProps) {
  const { id, name, list, children } = props;
  const isStacked = useArrangement() === 'stacked';
  const [width, setWidth] = useRememberedNumber(`${id}.list.width`, widths.default);
  const [isOpen, setOpen] = useRememberedOpen(`${id}.list.open`, true);
  const [covers, setCovers] = useState(false);
  const listId = useId();
  const toggle = isStacked ? () => setCovers(!covers) : () => setOpen(!isOpen);
  usePanelKey('$mod+KeyB', toggle);
  const showsList = isStacked ? covers : isOpen;
  const bar = { name, isOpen: showsList, toggle, controls: listId };
  const columns = isStacked
    ? 'minmax(0, 1fr)'
    : `${isOpen ? `minmax(0, min(${width}px, 40%))` : 'auto'} auto minmax(0, 1fr)`;
  return (
    <div className="grid h-full" style={{ gridTemplateColumns: columns, gridTemplateRows: 'auto minmax(0, 1fr)' }}>
      <ListBar {...bar} isStacked={isStacked} />
      <div
        id={listId}
        hidden={!showsList}
        className="col-start-1 row-start-2 flex min-h-0 min-w-0 flex-col overflow-auto bg-surface"
      >
        {list(() => setCovers(false))}
      </div>
      {!isStacked && isOpen && (
        <Splitter
          className="col-start-2 row-span-full"
          label={`Width of the ${name}`}
          orientation="vertical"
          controls={listId}
          {...{ value: width, min: widths.min, max: widths.max, step: 20, direction: 1, onValue: setWidth }}
          perPixel={() => 1}
        />
      )}
      <div
        hidden={isStacked && covers}
        className="flex min-h-0 min-w-0 flex-col bg-surface"
        style={isStacked ? { gridColumn: 1, gridRow: 2 } : { gridColumn: 3, gridRow: '1 / -1' }}
      >
        {children}
      </div>
    </div>
  );
}

interface ListBarProps {
  name: string;
  isOpen: boolean;
  isStacked: boolean;
  controls: string;
  toggle(): void;
}

/** Shows and hides the list. */
function ListBar({ name, isOpen, isStacked, controls, toggle }: ListBarProps) {
  const label = `${isOpen ? 'Hide' : 'Show'} ${name}`;
  const state = { onClick: toggle, 'aria-expanded': isOpen, 'aria-controls': controls };
  if (isStacked) {
    const Icon = isOpen ? ChevronUp : ChevronDown;
    return (
      <div className="border-b border-line bg-surface px-2 py-0.5">
        <Button kind="quiet" {...state} icon={<Icon size={14} aria-hidden="true" />}>
          {label}
        </Button>
      </div>
    );
  }
  const Icon = isOpen ? PanelLeftClose : PanelLeftOpen;
  return (
    <div className="flex items-center justify-between gap-2 bg-surface p-1">
      {isOpen && <span className="truncate pl-2 text-xs font-semibold text-muted first-letter:uppercase">{name}</span>}
      <IconButton {...state} label={`${label} (${modifier}+B)`} icon={<Icon size={16} aria-hidden="true" />} />
    </div>
  );
}
