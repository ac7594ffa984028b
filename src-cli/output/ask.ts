import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import { watchUtf8 } from '../../src-shared-node/watch-utf8.ts';
import { CliError } from '../cli-error.ts';
import { readAllText } from '../input/read-text.ts';
import type { Surroundings } from '../surroundings.ts';

type Terminal = Pick<Surroundings, 'stdin' | 'stderr'>;

/** Asks for a word on the terminal. @throws CliError `usage` where nobody can be asked */
export async function askText({ stdin, stderr }: Terminal, question: string): Promise<string> {
  requireTerminal(stdin, question);
  return ask(stdin, stderr, { text: visibleLine(question) });
}

/** Asks without showing what is typed; where stdin is no terminal, its first line is the answer. */
export async function askHidden(terminal: Terminal, question: string): Promise<string> {
  const { stdin, stderr } = terminal;
  if (!stdin.isTTY) return firstLine(stdin, question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    // The question comes when the terminal shows nothing any more: whoever answers it at once is not shown either.
    return await ask(stdin, silent, { onReady: () => stderr.write(visibleLine(question)) });
  } finally {
    stderr.write('\n');
  }
}

/** The same, and again, so that a slip is found before it costs something. */
export async function askNewHidden(terminal: Terminal, question: string): Promise<string> {
  const first = await askHidden(terminal, question);
  if (!terminal.stdin.isTTY) return first;
  if ((await askHidden(terminal, 'Once more: ')) === first) return first;
  throw new CliError('usage', 'The two are not the same; nothing was done.');
}

/** Asks for a yes; only a terminal can say it. */
export async function confirm({ stdin, stderr }: Terminal, question: string): Promise<boolean> {
  requireTerminal(stdin, `${question} Use --yes to agree.`);
  return /^y(es)?$/i.test((await ask(stdin, stderr, { text: `${visibleLine(question)} [y/N] ` })).trim());
}

interface Question {
  text?: string;
  /** The terminal reads key by key now, and echoes nothing by itself. */
  onReady?: () => void;
}

async function ask(
  input: Terminal['stdin'],
  output: NodeJS.WritableStream,
  { text = '', onReady }: Question,
): Promise<string> {
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  const typed = watchUtf8(input);
  onReady?.();
  const interrupted = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () => reject(new CliError('interrupted', 'Interrupted.')));
    lines.once('close', () => reject(new CliError('usage', 'No answer was given.')));
  });
  try {
    const answer = await Promise.race([lines.question(text), interrupted]);
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
  if (line === '') throw new CliError('usage', `${question.replace(/[:?]\s*$/, '')}: nothing came on stdin.`);
  return line;
}

function requireTerminal(stdin: Terminal['stdin'], question: string): void {
  if (!stdin.isTTY) throw new CliError('usage', `There is no terminal to ask: ${question}`);
}
