import { once } from 'node:events';
import { styleText } from 'node:util';
import { ApiRefusal, CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Surroundings } from '../surroundings.ts';

export type Reporter = ReturnType<typeof createReporter>;
type Style = Parameters<typeof styleText>[0];

/** Data goes to stdout, words to stderr; with `--json` data is JSON and an error is one JSON line. */
export function createReporter({
  stdout,
  stderr,
  isJson,
}: Pick<Surroundings, 'stdout' | 'stderr'> & { isJson: boolean }) {
  let hasProgress = false;

  function clearProgress(): void {
    if (hasProgress) stderr.write('\r\u001b[2K');
    hasProgress = false;
  }

  async function write(text: string | Uint8Array): Promise<void> {
    clearProgress();
    if (!stdout.write(text)) await once(stdout, 'drain');
  }

  return {
    isJson,
    write,
    /** The command's result: as JSON on one line, else in words. */
    result: (value: unknown, words: string) => write(isJson ? `${JSON.stringify(value)}\n` : words),
    /** A word for the user, which no program reads. */
    say(words: string): void {
      clearProgress();
      stderr.write(`${words}\n`);
    },
    /** What is going on, on a terminal only; undefined takes it away. */
    progress(words: string | undefined): void {
      if (!stderr.isTTY || isJson) return;
      clearProgress();
      if (words === undefined) return;
      stderr.write(words.slice(0, Math.max(20, (stderr.columns ?? 80) - 1)));
      hasProgress = true;
    },
    /** Colour where the terminal takes it and NO_COLOR does not forbid it. */
    style: (style: Style, text: string) => styleText(style, text, { stream: stdout }),
    /** Tells of an error and returns the exit code. */
    failure(thrown: unknown): number {
      clearProgress();
      const error = asTold(thrown);
      if (error.code === 'broken_pipe') return error.exitCode;
      stderr.write(isJson ? `${JSON.stringify(jsonOf(error))}\n` : wordsOf(error));
      return error.exitCode;
    },
  };
}

type Told = ApiRefusal | CliError;

function asTold(thrown: unknown): Told {
  if (thrown instanceof ApiRefusal || thrown instanceof CliError) return thrown;
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE')
    return new CliError('broken_pipe', 'The reader of the output is gone.');
  const message = thrown instanceof Error ? thrown.message : 'unknown';
  return new CliError('failed', `A fault of this command: ${message}`, { exitCode: exitCodes.internal, cause: thrown });
}

function jsonOf({ code, message, details, requestId }: Told): object {
  return { error: { code, message, ...(requestId && { requestId }), ...(details && { details }) } };
}

function wordsOf({ message, details = [] }: Told): string {
  const lines = details.map(({ path, message: words }) => `  ${path}: ${words}\n`);
  return `strongroom: ${message}\n${lines.join('')}`;
}
