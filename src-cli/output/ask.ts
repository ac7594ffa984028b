import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import { watchUtf8 } from '../../src-shared-node/watch-utf8.ts';
import { CliError } from '../cli-error.ts';
import { readAllText } from '../input/read-text.ts';
import type { Surroundings } from '../surroundings.ts';

type Terminal = Pick<Surroundings, 'stdin' | 'stderr'>;

/** Time in which input is dropped that was typed before a question. */
const typedAheadMs = 50;

/** Asks for a line on the terminal. @throws CliError `usage` if there is no terminal */
export async function askText({ stdin, stderr }: Terminal, question: string): Promise<string> {
  requireTerminal(stdin, question);
  return ask(stdin, stderr, { text: visibleLine(question) });
}

/**
 * Asks for a line that is typed after the question was shown: earlier input must not answer a question that appears while
 * a program runs.
 * @param signal withdraws the question
 */
export async function askFresh({ stdin, stderr }: Terminal, question: string, signal: AbortSignal): Promise<string> {
  requireTerminal(stdin, question);
  await dropInput(stdin);
  try {
    return await ask(stdin, stderr, { text: visibleLine(question), signal });
  } finally {
    if (signal.aborted) stderr.write('\n');
  }
}

/** Drops the input that the terminal has received. Without echo, because it would look like an answer. */
async function dropInput(stdin: Terminal['stdin']): Promise<void> {
  const drop = () => undefined;
  stdin.setRawMode(true).on('data', drop).resume();
  await sleep(typedAheadMs);
  stdin.off('data', drop).pause();
  stdin.setRawMode(false);
}

/** Asks without echoing the input. If stdin is not a terminal, its first line is the answer. */
export async function askHidden(terminal: Terminal, question: string): Promise<string> {
  const { stdin, stderr } = terminal;
  if (!stdin.isTTY) return firstLine(stdin, question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    // The question is printed after the echo is off, so that even an immediate answer is not shown.
    return await ask(stdin, silent, { onReady: () => stderr.write(visibleLine(question)) });
  } finally {
    stderr.write('\n');
  }
}

/**
 * Asks several questions without echoing the input. If stdin is not a terminal, its first lines are the answers.
 * @throws CliError `usage` if there are fewer
 */
export async function askHiddenLines(terminal: Terminal, questions: readonly string[]): Promise<string[]> {
  if (terminal.stdin.isTTY) {
    const answers: string[] = [];
    for (const question of questions) answers.push(await askHidden(terminal, question));
    return answers;
  }
  const lines = (await readAllText(terminal.stdin)).split(/\r?\n/).slice(0, questions.length);
  const missing = questions.find((_, index) => (lines[index] ?? '') === '');
  if (missing === undefined) return lines;
  const order = questions.map((question) => question.replace(/[:?]\s*$/, '')).join(', ');
  throw new CliError('usage', `stdin must have ${questions.length} lines: ${order}.`);
}

/** Asks twice without echoing the input, to detect a typing error. */
export async function askNewHidden(terminal: Terminal, question: string): Promise<string> {
  const first = await askHidden(terminal, question);
  if (!terminal.stdin.isTTY) return first;
  if ((await askHidden(terminal, 'Once more: ')) === first) return first;
  throw new CliError('usage', 'The two entries differ; nothing was changed. Try again.');
}

/** Asks for confirmation on the terminal. @throws CliError `usage` if there is no terminal */
export async function confirm({ stdin, stderr }: Terminal, question: string): Promise<boolean> {
  requireTerminal(stdin, `${question} Use --yes to agree.`);
  return /^y(es)?$/i.test((await ask(stdin, stderr, { text: `${visibleLine(question)} [y/N] ` })).trim());
}

interface Question {
  text?: string;
  /** Called when the terminal is in raw mode and no longer echoes the input. */
  onReady?: () => void;
  signal?: AbortSignal;
}

async function ask(
  input: Terminal['stdin'],
  output: NodeJS.WritableStream,
  { text = '', onReady, signal }: Question,
): Promise<string> {
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  const typed = watchUtf8(input);
  onReady?.();
  const interrupted = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () => reject(new CliError('interrupted', 'Interrupted.')));
    lines.once('close', () => reject(new CliError('usage', 'No answer was given.')));
  });
  try {
    const answer = await Promise.race([lines.question(text, signal ? { signal } : {}), interrupted]);
    if (!typed.isValid()) throw new CliError('usage', 'The answer is not UTF-8 text. Set the terminal to UTF-8.');
    return answer;
  } finally {
    typed.stop();
    interrupted.catch(() => undefined);
    lines.close();
  }
}

async function firstLine(stdin: Terminal['stdin'], question: string): Promise<string> {
  const text = await readAllText(stdin);
  const [line = ''] = text.split(/\r?\n/);
  if (line === '') throw new CliError('usage', `${question.replace(/[:?]\s*$/, '')}: stdin is empty.`);
  return line;
}

function requireTerminal(stdin: Terminal['stdin'], question: string): void {
  if (!stdin.isTTY) throw new CliError('usage', `There is no terminal to ask: ${question}`);
}
