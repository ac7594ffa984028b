import { once } from 'node:events';
import { styleText } from 'node:util';
import { visibleJson, visibleLine, visibleText } from '../../src-shared/formats/visible-text.ts';
import { ApiRefusal, CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { asFileError } from '../input/file-error.ts';
import type { Surroundings } from '../surroundings.ts';
import { createProgramText } from './program-text.ts';
import { fitTable, type Table } from './table.ts';

export type Reporter = ReturnType<typeof createReporter>;

/** Text with a colour, which is used if the terminal supports colours and NO_COLOR is not set. */
export interface Styled {
  text: string;
  style?: Parameters<typeof styleText>[0];
}

/**
 * Writes all output of the command: data to stdout, messages to stderr. With `--json`, data is JSON and an error is one
 * JSON line. Hidden characters of untrusted text are shown, and escaped in JSON, so that they do not control the terminal.
 */
export function createReporter({
  stdout,
  stderr,
  isJson,
}: Pick<Surroundings, 'stdout' | 'stderr'> & { isJson: boolean }) {
  const programs = { stdout: createProgramText(), stderr: createProgramText() };
  let hasProgress = false;

  function clearProgress(): void {
    if (hasProgress) stderr.write('\r\u001b[2K');
    hasProgress = false;
  }

  async function write(text: string | Uint8Array): Promise<void> {
    clearProgress();
    if (text.length > 0 && !stdout.write(text)) await once(stdout, 'drain');
  }

  const writeJson = (value: unknown) => write(`${visibleJson(JSON.stringify(value))}\n`);
  const exact = (text: string) => write(stdout.isTTY ? visibleText(text) : text);
  const render = ({ text, style }: Styled) =>
    style === undefined ? visibleText(text) : styleText(style, visibleText(text), { stream: stdout });

  return {
    isJson,
    /** Prints the command's result as one line of JSON with `--json`, or else as text. */
    result: (value: unknown, text: string | readonly Styled[]) => {
      if (isJson) return writeJson(value);
      return write((typeof text === 'string' ? [{ text }] : text).map(render).join(''));
    },
    /** Prints a list as one line of JSON with `--json`, or else as a table that fits the terminal; an empty one on stderr. */
    async list(value: unknown, table: Table): Promise<void> {
      if (isJson) return writeJson(value);
      clearProgress();
      if (table.rows.length === 0) stderr.write(`${visibleText(table.empty)}\n`);
      else await write(fitTable(table, stdout.isTTY ? (stdout.columns ?? 80) : Number.POSITIVE_INFINITY));
    },
    /** Prints text for a file or a program: unchanged, unless stdout is a terminal. */
    document: (value: unknown, text: string) => (isJson ? writeJson(value) : exact(text)),
    /** Prints a part of such a text. */
    part: exact,
    /** Prints one line of JSON for the program that reads stdout. */
    message: writeJson,
    /** Prints the output of the user's program: unchanged, or for a terminal without control sequences except colours. */
    async program(
      stream: 'stdout' | 'stderr',
      output: string | Uint8Array,
      { isRaw }: { isRaw: boolean },
    ): Promise<void> {
      const target = { stdout, stderr }[stream];
      const shown = target.isTTY && !isRaw ? programs[stream].show(output) : output;
      if (stream === 'stdout') return write(shown);
      clearProgress();
      stderr.write(shown);
    },
    /** Prints the incomplete end of that output, and resets its colours. */
    async programEnded(): Promise<void> {
      await write(programs.stdout.end());
      stderr.write(programs.stderr.end());
    },
    /** Prints a message for the user to stderr. */
    say(text: string): void {
      clearProgress();
      stderr.write(`${visibleText(text)}\n`);
    },
    /** Shows the current action on a terminal; undefined clears it. */
    progress(text: string | undefined): void {
      if (!stderr.isTTY || isJson) return;
      clearProgress();
      if (text === undefined) return;
      stderr.write(visibleLine(text).slice(0, Math.max(20, (stderr.columns ?? 80) - 1)));
      hasProgress = true;
    },
    /** Prints an error and returns the exit code. */
    failure(thrown: unknown): number {
      clearProgress();
      const error = toReportedError(thrown);
      if (error.code === 'broken_pipe') return error.exitCode;
      stderr.write(isJson ? `${visibleJson(JSON.stringify(jsonOf(error)))}\n` : visibleText(formatError(error)));
      return error.exitCode;
    },
  };
}

type ReportedError = ApiRefusal | CliError;

function toReportedError(thrown: unknown): ReportedError {
  if (thrown instanceof ApiRefusal || thrown instanceof CliError) return thrown;
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE')
    return new CliError('broken_pipe', 'The reader of the output has exited.');
  const fileError = asFileError(thrown);
  if (fileError !== undefined) return fileError;
  const message = thrown instanceof Error ? thrown.message : 'unknown';
  return new CliError('failed', `Internal error of this command: ${message}`, {
    exitCode: exitCodes.internal,
    cause: thrown,
  });
}

function jsonOf(error: ReportedError): object {
  const { code, message, details, requestId } = error;
  const { reason, pid } = error instanceof CliError ? error : {};
  // JSON leaves undefined fields out.
  return { error: { code, reason, message, pid, requestId, details } };
}

/** A detail that the message already contains is left out. */
function formatError({ message, details = [] }: ReportedError): string {
  const further = details.filter((detail) => !message.includes(detail.message));
  const lines = further.map(({ path, message: text }) => `  ${path}: ${text}\n`);
  return `strongroom: ${message}\n${lines.join('')}`;
}
