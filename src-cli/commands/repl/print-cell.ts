import type { OutputData } from '../../../src-shared/contracts/sandboxes/cell-output.ts';
import type { CellEvent, CellResult } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { hintLines } from '../../execution/hint-lines.ts';
import type { Reporter } from '../../output/reporter.ts';

/** Prints what cells output. Text that could control the terminal is shown as `run` shows it. */
export function createCellPrinter(reporter: Reporter) {
  let isInLine = false;

  async function print(stream: 'stdout' | 'stderr', text: string): Promise<void> {
    if (text === '') return;
    isInLine = !text.endsWith('\n');
    await reporter.program(stream, text, { isRaw: false });
  }

  async function printLine(stream: 'stdout' | 'stderr', text: string): Promise<void> {
    await endLine();
    await print(stream, text.endsWith('\n') ? text : `${text}\n`);
  }

  /** A prompt would overwrite an incomplete line. */
  async function endLine(): Promise<void> {
    if (isInLine) await print('stdout', '\n');
  }

  return {
    async event({ event, data }: CellEvent): Promise<void> {
      if (event === 'stdout' || event === 'stderr') await print(event, data.text);
      else if (event === 'display' || event === 'update_display' || event === 'result')
        await printLine('stdout', describeOutput(data.data));
      else if (event === 'traceback') await printLine('stderr', data.traceback || `${data.name}: ${data.message}`);
    },
    async ended(result: CellResult): Promise<void> {
      await reporter.programEnded();
      const { truncated, hints = [] } = result;
      const message = describeEnd(result);
      if (message !== undefined) reporter.say(`strongroom: ${message}`);
      for (const line of hintLines(hints)) reporter.say(`strongroom: ${line}`);
      if (truncated) reporter.say('strongroom: a part of the output was left out of the result');
    },
    endLine,
  };
}

const lost = 'its variables are lost, and files are kept';

/** Returns what a user must know of the end of a cell; undefined if it ended on its own. */
function describeEnd(result: CellResult): string | undefined {
  const { status, contextEnded, durationMs } = result;
  if (result.error?.name === 'ContextEnded')
    return `the context had ended before this cell, which did not run; ${lost}`;
  if (status === 'out_of_memory') return `the memory limit of the sandbox ended this context; ${lost} (--memory)`;
  if (status === 'context_ended') return `the context ended during this cell${describeExit(result)}; ${lost}`;
  const end = ends[status]?.(Math.round(durationMs));
  if (!contextEnded || end === undefined) return end;
  return `${end}. The interpreter did not react to the interrupt, so the context was ended; ${lost}`;
}

function describeExit({ exitCode, signal }: CellResult): string {
  if (signal !== undefined) return `, by ${signal}`;
  return exitCode === undefined ? '' : `, with exit code ${exitCode}`;
}

const ends: Partial<Record<CellResult['status'], (ms: number) => string>> = {
  timed_out: (ms) => `interrupted after ${ms} ms, the time limit (--timeout)`,
  interrupted: () => 'interrupted',
  cancelled: () => 'cancelled',
};

/** Returns the text of an output, or the type and size of data that a terminal does not show. */
export function describeOutput(data: OutputData): string {
  const text = data['text/plain'] ?? data['text/markdown'] ?? data['text/latex'];
  const others = Object.entries(data)
    .filter(([type]) => isBinary(type) || type === 'image/svg+xml' || text === undefined)
    .map(([type, content]) => `[${type}, ${formatSize(sizeOf(type, content))}]`);
  return [...(text === undefined ? [] : [text]), ...others].join('\n');
}

/** Images other than SVG, and PDF, are in base64. */
const isBinary = (type: string): boolean =>
  type === 'application/pdf' || (type.startsWith('image/') && type !== 'image/svg+xml');

function sizeOf(type: string, content: string): number {
  const isBase64 = isBinary(type);
  return Buffer.byteLength(content, isBase64 ? 'base64' : 'utf8');
}

function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
