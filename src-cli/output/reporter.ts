import { once } from 'node:events';
import { styleText } from 'node:util';
import { visibleJson, visibleLine, visibleText } from '../../src-shared/formats/visible-text.ts';
import { ApiRefusal, CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Surroundings } from '../surroundings.ts';
import { createProgramText } from './program-text.ts';

export type Reporter = ReturnType<typeof createReporter>;

/** Text in a colour, where the terminal takes it and NO_COLOR does not forbid it. */
export interface Styled {
  text: string;
  style?: Parameters<typeof styleText>[0];
}

/**
 * All that the command writes: data to stdout, messages to stderr; with `--json` data is JSON and an error is one JSON
 * line. Nothing that others wrote acts on a terminal: hidden characters are shown, and escaped in JSON.
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

  async function write(text: string): Promise<void> {
    clearProgress();
    if (text !== '' && !stdout.write(text)) await once(stdout, 'drain');
  }

  const writeJson = (value: unknown) => write(`${visibleJson(JSON.stringify(value))}\n`);
  const exact = (text: string) => write(stdout.isTTY ? visibleText(text) : text);
  const render = ({ text, style }: Styled) =>
    style === undefined ? visibleText(text) : styleText(style, visibleText(text), { stream: stdout });

  return {
    isJson,
    /** The command's result: as JSON on one line, else as text for people. */
    result: (value: unknown, text: string | readonly Styled[]) => {
      if (isJson) return writeJson(value);
      return write((typeof text === 'string' ? [{ text }] : text).map(render).join(''));
    },
    /** The same of text that a file or a program takes: unchanged, unless it is shown on a terminal. */
    document: (value: unknown, text: string) => (isJson ? writeJson(value) : exact(text)),
    /** A part of such a text, as it comes. */
    part: exact,
    /** JSON for the program that reads stdout, one line a message. */
    message: writeJson,
    /** What the user's program printed: unchanged, but for a terminal without what would act on it beyond its colours. */
    async program(stream: 'stdout' | 'stderr', text: string, { isRaw }: { isRaw: boolean }): Promise<void> {
      const target = { stdout, stderr }[stream];
      const shown = target.isTTY && !isRaw ? programs[stream].show(text) : text;
      if (stream === 'stdout') return write(shown);
      clearProgress();
      stderr.write(shown);
    },
    /** What of its output waited for more, and the end of its colours. */
    async programEnded(): Promise<void> {
      await write(programs.stdout.end());
      stderr.write(programs.stderr.end());
    },
    /** A message for the user, which no program reads. */
    say(text: string): void {
      clearProgress();
      stderr.write(`${visibleText(text)}\n`);
    },
    /** What is going on, on a terminal only; undefined takes it away. */
    progress(text: string | undefined): void {
      if (!stderr.isTTY || isJson) return;
      clearProgress();
      if (text === undefined) return;
      stderr.write(visibleLine(text).slice(0, Math.max(20, (stderr.columns ?? 80) - 1)));
      hasProgress = true;
    },
    /** Tells of an error and returns the exit code. */
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
    return new CliError('broken_pipe', 'The reader of the output is gone.');
  const message = thrown instanceof Error ? thrown.message : 'unknown';
  return new CliError('failed', `A fault of this command: ${message}`, { exitCode: exitCodes.internal, cause: thrown });
}

function jsonOf({ code, message, details, requestId }: ReportedError): object {
  return { error: { code, message, ...(requestId && { requestId }), ...(details && { details }) } };
}

function formatError({ message, details = [] }: ReportedError): string {
  const lines = details.map(({ path, message: text }) => `  ${path}: ${text}\n`);
  return `strongroom: ${message}\n${lines.join('')}`;
}
