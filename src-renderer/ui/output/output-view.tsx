import { ArrowDownToLine } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from '../controls/button.tsx';
import { OutputAnnouncer } from './output-announcer.tsx';
import { OutputGapRow } from './output-gap-row.tsx';
import { OutputLine } from './output-line.tsx';
import type { OutputLog } from './output-log.ts';
import { useRowWindow } from './use-row-window.ts';

const rowHeight = 20;

interface OutputViewProps {
  /** Accessible name of the output. */
  label?: string;
  log: OutputLog;
  /** True while more output can arrive. */
  live: boolean;
  /** Content if there is no output. */
  empty: ReactNode;
}

/**
 * Shows output as it arrives. Only visible rows are rendered, and the view follows the end until the user scrolls up.
 */
export function OutputView({ label = 'Program output', log, live, empty }: OutputViewProps) {
  useSyncExternalStore(log.watch, log.version);
  const rows = log.rows();
  const { first, end, slots, ...view } = useRowWindow(rows.length, rowHeight);
  return (
    <div className="relative min-h-24 shrink-0 flex-1 basis-24">
      <section
        ref={view.ref}
        onScroll={view.onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="h-full overflow-auto bg-sunken contain-strict py-1.5 font-mono text-sm focus-visible:-outline-offset-2"
      >
        {rows.length === 0 && empty}
        <div className="relative min-w-max" style={{ height: rows.length * rowHeight }}>
          {rows.slice(first, end).map((row, offset) => {
            const index = first + offset;
            return (
              <div key={index % slots} className="absolute inset-x-0 contain-layout" style={{ top: index * rowHeight }}>
                {row.missingBytes === undefined ? (
                  <OutputLine stream={row.stream} raw={row.raw} style={row.style} continued={row.continued} />
                ) : (
                  <OutputGapRow stream={row.stream} bytes={row.missingBytes} />
                )}
              </div>
            );
          })}
        </div>
      </section>
      {!view.follows && rows.length > 0 && (
        <div className="absolute right-4 bottom-3">
          <Button onClick={view.follow} icon={<ArrowDownToLine size={14} aria-hidden="true" />}>
            Scroll to end
          </Button>
        </div>
      )}
      <OutputAnnouncer log={log} live={live} />
    </div>
  );
}
