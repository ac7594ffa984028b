import { ArrowDownToLine, Scissors } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import { classes } from '../classes.ts';
import { Button } from '../controls/button.tsx';
import { lazyComponent } from '../page/lazy-part.ts';
import type { Mark } from './line-parts.ts';
import type { LineSpot } from './line-spots.ts';
import { OutputAnnouncer } from './output-announcer.tsx';
import { gutterColumns, OutputLine } from './output-line.tsx';
import type { OutputRow, OutputStream } from './output-log.ts';
import type { ProgramLocation } from './program-locations.ts';
import { SearchBar } from './search-bar.tsx';
import type { OutputControls } from './use-output-controls.ts';
import { rowHeight, useOutputWindow } from './use-output-window.ts';

// The first screen does not need it.
const LinkDialog = lazyComponent(() => import('./link-dialog.tsx'), 'LinkDialog');

/** The file of the program that wrote an output. */
export interface ProgramFile {
  fileName: string;
  /** Shows a location of the program in the editor. */
  onShow(target: ProgramLocation): void;
}

interface OutputViewProps {
  /** Accessible name of the output. */
  label?: string;
  controls: OutputControls;
  /** True while more output can arrive. */
  isGrowing: boolean;
  /** Content if there is no output. */
  empty: ReactNode;
  /** The program of the editor, whose locations in the output can be pressed. */
  program?: ProgramFile | undefined;
}

/**
 * Shows output as it arrives. Only visible lines are rendered, and the view follows the end until the user scrolls up.
 */
export function OutputView({ label = 'Program output', controls, isGrowing, empty, program }: OutputViewProps) {
  const { log } = controls;
  useSyncExternalStore(log.watch, log.version);
  useSyncExternalStore(controls.search.watch, controls.search.state);
  const rows = log.rows();
  const view = useOutputWindow(controls);
  const [link, setLink] = useState<string>();
  const onSpot = useCallback(
    (spot: LineSpot) => (spot.kind === 'link' ? setLink(spot.url) : program?.onShow(spot.target)),
    [program],
  );
  return (
    <div ref={controls.panel} className="relative flex min-h-24 min-w-0 shrink-0 flex-1 basis-24 flex-col">
      {controls.isSearchOpen && <SearchBar controls={controls} firstInView={view.firstInView} onHit={view.showHit} />}
      <section
        ref={view.ref}
        onScroll={view.onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="min-h-0 flex-1 overflow-auto bg-sunken contain-strict py-1.5 font-mono text-sm [text-rendering:geometricPrecision] focus-visible:-outline-offset-2"
      >
        <span ref={view.probe} aria-hidden="true" className="invisible absolute whitespace-pre">
          {'0'.repeat(view.probeColumns)}
        </span>
        {rows.length === 0 && empty}
        <div className="relative min-w-full" style={{ height: view.lines * rowHeight, width: widthOf(controls, view) }}>
          {view.shown.map(({ index, part }, offset) => {
            const row = rows[index];
            const line = view.first + offset;
            return (
              row && (
                <div
                  key={line % view.maxRows}
                  className={classes('absolute left-0 min-w-full', view.wrapAt === undefined && 'w-max')}
                  style={{ top: line * rowHeight }}
                >
                  {row.missingBytes !== undefined && row.stream !== 'input' ? (
                    <OutputGapRow stream={row.stream} bytes={row.missingBytes} />
                  ) : (
                    <OutputLine
                      row={row}
                      raw={row.raw}
                      part={part}
                      wrapAt={view.wrapAt}
                      showsTime={controls.showsTimes}
                      marks={marksOf(controls, row)}
                      fileName={program?.fileName}
                      onSpot={onSpot}
                    />
                  )}
                </div>
              )
            );
          })}
        </div>
      </section>
      {!controls.follows && rows.length > 0 && (
        <div className="absolute right-4 bottom-3">
          <Button onClick={() => controls.setFollows(true)} icon={<ArrowDownToLine size={14} aria-hidden="true" />}>
            Scroll to end
          </Button>
        </div>
      )}
      {link !== undefined && (
        <Suspense>
          <LinkDialog url={link} onClose={() => setLink(undefined)} />
        </Suspense>
      )}
      <OutputAnnouncer log={log} isGrowing={isGrowing} />
    </div>
  );
}

/** The width of the widest line, so that the width does not change with the lines in view. */
function widthOf({ showsTimes }: OutputControls, { wrapAt, widest }: { wrapAt: number | undefined; widest: number }) {
  if (wrapAt !== undefined) return undefined;
  return `calc(${widest + gutterColumns.mark + (showsTimes ? gutterColumns.time : 0)}ch + 2rem)`;
}

const noMarks: readonly Mark[] = [];

function marksOf({ search }: OutputControls, { number }: OutputRow): readonly Mark[] {
  const { hits, current } = search.state();
  if (hits.length === 0) return noMarks;
  const found = search.hitsIn(number);
  if (found.length === 0) return noMarks;
  return found.map(({ start, end, row }) => ({
    ...{ start, end },
    isCurrent: hits[current]?.row === row && hits[current]?.start === start,
  }));
}

/** The row between the two ends of a stream whose middle was left out. A program cannot print such a row. */
function OutputGapRow({ stream, bytes }: { stream: OutputStream; bytes: number }) {
  const count = bytes.toLocaleString('en-US');
  return (
    <div className="sticky left-0 flex h-5 w-fit items-center gap-2 border-y border-dashed border-warn bg-warn-soft pr-4 pl-3 font-sans text-xs font-medium whitespace-nowrap text-warn">
      <Scissors size={12} aria-hidden="true" />
      {count} {bytes === 1 ? 'byte' : 'bytes'} of {stream} left out here: only the beginning and the end are stored
    </div>
  );
}
