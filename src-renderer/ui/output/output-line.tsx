import { memo } from 'react';
import { classes } from '../classes.ts';
import type { OutputStream } from './output-log.ts';
import { readTerminalLine, type TextRun } from './terminal-text.ts';

interface OutputLineProps {
  stream: OutputStream;
  raw: string;
  style: string;
  continued: boolean;
}

/** One row of output with its colours. */
export const OutputLine = memo(function OutputLine({ stream, raw, style, continued }: OutputLineProps) {
  return (
    <div
      dir="ltr"
      className={classes(
        'min-h-5 border-l-2 pr-4 pl-3 whitespace-pre',
        stream === 'stderr' ? 'border-danger bg-danger-soft/50' : 'border-transparent',
      )}
    >
      {stream === 'stderr' && <span className="sr-only">stderr: </span>}
      {continued && (
        <span className="text-muted" aria-hidden="true">
          ↪{' '}
        </span>
      )}
      {withOffsets(readTerminalLine(raw, style)).map(({ run, offset }) => (
        <span key={offset} className={classNamesOf(run)} style={inlineColours(run)}>
          {run.text}
        </span>
      ))}
    </div>
  );
});

function withOffsets(runs: TextRun[]): { run: TextRun; offset: number }[] {
  let offset = 0;
  return runs.map((run) => {
    const positioned = { run, offset };
    offset += run.text.length;
    return positioned;
  });
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
