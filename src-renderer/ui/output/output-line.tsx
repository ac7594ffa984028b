import { Fragment, memo, type ReactNode } from 'react';
import { classes } from '../classes.ts';
import { type LinePiece, type Mark, piecesOf } from './line-parts.ts';
import { type LineSpot, spotsOf } from './line-spots.ts';
import type { OutputRow } from './output-log.ts';
import { offsetOfColumn, textOfRow } from './row-text.ts';
import { readTerminalLine, type TextRun } from './terminal-text.ts';

interface OutputLineProps {
  row: OutputRow;
  /** The text of the row as the program wrote it so far: a row changes while its line is open. */
  raw: string;
  /** The part of a wrapped row, and after how many columns rows are wrapped. */
  part: number;
  wrapAt: number | undefined;
  showsTime: boolean;
  marks: readonly Mark[];
  /** Name of the program's file, whose places can be shown. */
  fileName: string | undefined;
  onSpot(spot: LineSpot): void;
}

/** Columns in front of the text: the mark of the line, and the time. */
export const gutterColumns = { mark: 2, time: 13 };

/** A row of output, or a part of it, with its colours. */
export const OutputLine = memo(function OutputLine({
  row,
  raw,
  part,
  wrapAt,
  showsTime,
  marks,
  fileName,
  onSpot,
}: OutputLineProps) {
  const { stream, style, continued } = row;
  const range = rangeOf(row, part, wrapAt);
  const spots = stream === 'input' ? [] : spotsOf(raw, fileName);
  return (
    <div
      dir="ltr"
      className={classes(
        'min-h-5 border-l-2 pr-4 pl-1 whitespace-pre',
        stream === 'stderr' ? 'border-danger bg-danger-soft/50' : 'border-transparent',
      )}
    >
      {showsTime && <Time at={part === 0 && !continued ? row.at : undefined} />}
      {part === 0 && stream !== 'stdout' && <span className="sr-only">{stream}: </span>}
      <LineMark stream={stream} isContinued={continued || part > 0} />
      {piecesOf(readTerminalLine(raw, style), { ...range, marks, spots }).map(({ spot, pieces }) => {
        const content = pieces.map((piece) => <Piece key={piece.offset} {...piece} />);
        const key = pieces[0]?.offset;
        if (spot === undefined) return <Fragment key={key}>{content}</Fragment>;
        return (
          <SpotButton key={key} spot={spot} onPress={() => onSpot(spot)}>
            {content}
          </SpotButton>
        );
      })}
    </div>
  );
});

/** The last part has all of the rest, so that nothing is cut if a font is wider than usual. */
function rangeOf(row: OutputRow, part: number, wrapAt: number | undefined): { start: number; end: number } {
  if (wrapAt === undefined) return { start: 0, end: Number.POSITIVE_INFINITY };
  const text = textOfRow(row);
  const end = offsetOfColumn(text, (part + 1) * wrapAt);
  return { start: offsetOfColumn(text, part * wrapAt), end };
}

/** The stream of a line without colour: `!` is stderr, `›` was sent to the program, `↪` continues the line above. */
function LineMark({ stream, isContinued }: { stream: OutputRow['stream']; isContinued: boolean }) {
  const mark = isContinued ? '↪' : stream === 'stderr' ? '!' : stream === 'input' ? '›' : '';
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-block w-[2ch] select-none',
        stream === 'stderr' ? 'font-bold text-danger' : stream === 'input' ? 'font-bold text-accent' : 'text-muted',
      )}
    >
      {mark}
    </span>
  );
}

function Time({ at }: { at: number | undefined }) {
  return (
    <span aria-hidden={at === undefined || undefined} className="inline-block w-[13ch] text-muted select-none">
      {at !== undefined && timeOfDay(at)}
    </span>
  );
}

function timeOfDay(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

interface SpotButtonProps {
  spot: LineSpot;
  onPress(): void;
  children: ReactNode;
}

/** A location in the program or a link, underlined. A link shows its address before it is opened. */
function SpotButton({ spot, onPress, children }: SpotButtonProps) {
  const title = spot.kind === 'program' ? `Go to line ${spot.target.line} of the program` : `Link to ${spot.url}`;
  return (
    <button
      type="button"
      title={title}
      onClick={onPress}
      className={classes(
        'rounded-xs underline underline-offset-2 select-text hover:decoration-2',
        spot.kind === 'program' ? 'decoration-dotted' : 'decoration-solid',
      )}
    >
      {children}
    </button>
  );
}

function Piece({ run, text, mark }: LinePiece) {
  const content = (
    <span className={classNamesOf(run)} style={inlineColours(run)}>
      {boxDrawing.test(text) ? <WithBoxes text={text} /> : text}
    </span>
  );
  if (mark === undefined) return content;
  return (
    <mark
      className={classes(
        'rounded-xs bg-warn-soft text-inherit outline-1 outline-warn',
        mark.isCurrent ? 'outline-2' : 'outline-dashed',
      )}
    >
      {content}
    </mark>
  );
}

const boxDrawing = /[\u2500-\u259f]/;
const boxRuns = /[\u2500-\u259f]+/g;

/** Text with box drawing and block characters, which are stretched to the height of the row so that they meet. */
function WithBoxes({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: boxes, index } of text.matchAll(boxRuns)) {
    parts.push(text.slice(end, index));
    parts.push(
      <span
        key={index}
        className="inline-block h-5 scale-y-[1.34] align-top leading-5"
        style={{ width: `${boxes.length}ch` }}
      >
        {boxes}
      </span>,
    );
    end = index + boxes.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}

function classNamesOf(run: TextRun): string {
  return classes(
    'isolate',
    run.foreground?.startsWith('ansi-') && `${run.foreground}-fg`,
    run.background?.startsWith('ansi-') && `${run.background}-bg`,
    run.bold && 'font-bold',
    run.dim && 'opacity-80',
    run.italic && 'italic',
    run.underline && 'underline',
    run.strikethrough && 'line-through',
  );
}

function inlineColours({ foreground, background }: TextRun) {
  return {
    ...(foreground?.startsWith('rgb') && { color: foreground }),
    ...(background?.startsWith('rgb') && { backgroundColor: background }),
  };
}
