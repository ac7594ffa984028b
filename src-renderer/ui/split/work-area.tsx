import { type CSSProperties, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { classes } from '../classes.ts';
import { type OpenPart, PartToggle, partLooks, useOpenPart } from './part-toggle.tsx';
import { Splitter } from './splitter.tsx';
import { useArrangement } from './use-media.ts';
import { useRememberedNumber } from './use-remembered.ts';
import { type Part, parts, useShownPart } from './use-shown-part.ts';

interface WorkAreaProps {
  /** Storage id of the sizes. */
  id: string;
  /** Content above the code, such as buttons. */
  head: ReactNode;
  /** In a narrow window, shows the head only above the code. */
  headWithCode?: boolean;
  code: ReactNode;
  output: ReactNode;
  /** The run options. */
  side: ReactNode;
  /** Accessible name of the side column. */
  sideLabel: string;
  /** Initial share of the height for the code, in percent. */
  codeShare: number;
  /** Changes when a run starts, which opens the output; a narrow window then shows it instead of the code. */
  outputAt?: unknown;
  /** Changes when a line of the code is to be shown: a narrow window then shows the code. */
  codeAt?: unknown;
}

const sideWidths = { default: 300, min: 220, max: 640 };
const shares = { min: 20, max: 80 };

/**
 * Code above its output, with the run options next to them. The same elements are moved when the window's width
 * changes, so that the editor keeps its history and cursor.
 */
export function WorkArea(props: WorkAreaProps) {
  const { id, head, headWithCode = false, code, output, side, sideLabel } = props;
  const arrangement = useArrangement();
  const isStacked = arrangement === 'stacked';
  const [part, setPart] = useShownPart(props.outputAt, props.codeAt);
  const [share, setShare] = useRememberedNumber(`${id}.code.share`, props.codeShare);
  const [width, setWidth] = useRememberedNumber(`${id}.options.width`, sideWidths.default);
  const sidePart = useOpenPart({
    id: `${id}.options.${arrangement}`,
    isOpenByDefault: arrangement === 'wide',
    keys: '$mod+Shift+KeyB',
  });
  const outputPart = useOpenPart({ id: `${id}.output`, isOpenByDefault: true, keys: '$mod+KeyJ' });
  useOpenedByRun(outputPart, props.outputAt);
  const ids = { code: useId(), side: useId(), output: useId() };
  const areas = useRef<HTMLDivElement>(null);
  const open = { code: true, options: sidePart.isOpen, output: outputPart.isOpen };
  const shows = (name: Part) => (isStacked ? part === name : open[name]);
  const rowOf = (name: Part) => ({ gridRow: isStacked || name === 'code' ? 3 : 5 });
  const hasSplitSide = !isStacked && open.options;
  const hasSplitOutput = !isStacked && open.output;
  const cell = 'col-start-1 flex min-h-0 min-w-0 flex-col overflow-auto';
  return (
    <div
      ref={areas}
      className="grid h-full min-h-0 flex-1 overflow-auto"
      style={tracks({ isStacked, hasSplitSide, hasSplitOutput, share, width })}
    >
      {isStacked && <PartSwitch parts={parts} shown={part} onShow={setPart} />}
      <div
        hidden={isStacked && headWithCode && part !== 'code'}
        className="col-start-1 row-start-2 flex min-w-0 items-start border-b border-line bg-surface"
      >
        <div className="min-w-0 flex-1">{head}</div>
        {!isStacked && (
          <div className="flex shrink-0 py-2 pr-2 short:py-1">
            <PartToggle part={outputPart} look={partLooks.output} controls={ids.output} />
            <PartToggle part={sidePart} look={partLooks.options} controls={ids.side} />
          </div>
        )}
      </div>
      <div id={ids.code} data-part="code" hidden={!shows('code')} className={cell} style={rowOf('code')}>
        {code}
      </div>
      {hasSplitOutput && <CodeSplitter controls={ids.code} value={share} onValue={setShare} areas={areas} />}
      <div id={ids.output} data-part="output" hidden={!shows('output')} className={cell} style={rowOf('output')}>
        {output}
      </div>
      {hasSplitSide && <SideSplitter controls={ids.side} value={width} onValue={setWidth} />}
      <aside
        id={ids.side}
        aria-label={sideLabel}
        hidden={!shows('options')}
        className={classes('flex min-h-0 min-w-0 flex-col bg-surface', !isStacked && 'col-start-3 row-span-full')}
        style={isStacked ? rowOf('options') : {}}
      >
        {side}
      </aside>
    </div>
  );
}

/** Opens the output when a run starts. */
function useOpenedByRun({ setOpen }: OpenPart, outputAt: unknown): void {
  const seen = useRef(outputAt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another run opens it
  useEffect(() => {
    if (outputAt !== seen.current && outputAt !== undefined) setOpen(true);
    seen.current = outputAt;
  }, [outputAt]);
}

interface SizeProps {
  controls: string;
  value: number;
  onValue(value: number | undefined): void;
}

function CodeSplitter({ areas, ...size }: SizeProps & { areas: RefObject<HTMLElement | null> }) {
  return (
    <Splitter
      {...size}
      {...shares}
      className="col-start-1 row-start-4"
      label="Height of the code"
      orientation="horizontal"
      step={5}
      direction={1}
      perPixel={() => 100 / heightOfBoth(areas.current)}
    />
  );
}

function SideSplitter(size: SizeProps) {
  return (
    <Splitter
      {...size}
      min={sideWidths.min}
      max={sideWidths.max}
      className="col-start-2 row-span-full"
      label="Width of the options"
      orientation="vertical"
      step={20}
      direction={-1}
      perPixel={() => 1}
    />
  );
}

interface Tracks {
  isStacked: boolean;
  hasSplitSide: boolean;
  hasSplitOutput: boolean;
  share: number;
  width: number;
}

/** Returns the grid tracks, which content does not enlarge. The area scrolls if the window is too low. */
function tracks({ isStacked, hasSplitSide, hasSplitOutput, share, width }: Tracks): CSSProperties {
  if (isStacked) return { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'auto auto minmax(10rem, 1fr)' };
  // The code keeps a readable width, even if the stored width is from a larger window.
  const side = `minmax(0, min(${width}px, max(13.75rem, 100% - 26rem)))`;
  const code = `auto auto minmax(8rem, ${hasSplitOutput ? share : 1}fr)`;
  return {
    gridTemplateColumns: `minmax(0, 1fr)${hasSplitSide ? ` auto ${side}` : ''}`,
    gridTemplateRows: hasSplitOutput ? `${code} auto minmax(8rem, ${100 - share}fr)` : code,
  };
}

/** Returns the height of the code and the output together, in pixels. */
function heightOfBoth(area: HTMLElement | null): number {
  const heights = [...(area?.querySelectorAll(':scope > [data-part]') ?? [])].map((part) => part.clientHeight);
  return Math.max(
    1,
    heights.reduce((sum, height) => sum + height, 0),
  );
}

interface PartSwitchProps<Part extends string> {
  parts: readonly { id: Part; label: string }[];
  shown: Part;
  onShow(part: Part): void;
}

/** Selects the part of a screen that a narrow window shows. */
function PartSwitch<Part extends string>({ parts, shown, onShow }: PartSwitchProps<Part>) {
  return (
    <fieldset className="flex border-b border-line bg-surface px-2">
      <legend className="sr-only">Part of the screen</legend>
      {parts.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === shown}
          onClick={() => onShow(id)}
          className={classes(
            '-mb-px h-9 flex-1 border-b-2 px-2 text-sm focus-visible:-outline-offset-2 short:h-7',
            id === shown ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
