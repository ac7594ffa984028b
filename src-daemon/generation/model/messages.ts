import type { ExecuteResponse } from '../../../src-shared/contracts/executions.contract.ts';
import { environmentWords } from './variable-expression.ts';

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** All that a model is told of the program that it is to write; of secrets, only names are among it. */
export interface CodingTask {
  prompt: string;
  language: { id: string; name: string; version: string | null };
  packages: readonly string[];
  secretNames: readonly string[];
  network: 'none' | 'full';
  previous?: { code: string; output?: string | undefined } | undefined;
}

const outputCharacters = 8000;

/** The first messages of a conversation: the conventions of the sandbox, what is wanted, and code that is to be mended. */
export function firstMessages(brief: CodingTask): Message[] {
  const first: Message[] = [
    { role: 'system', content: conventions(brief) },
    { role: 'user', content: brief.prompt },
  ];
  return brief.previous === undefined ? first : [...first, ...repairMessages(brief.language.id, brief.previous)];
}

/** Code as the model's own answer, and how it failed. */
export function repairMessages(
  language: string,
  { code, output }: { code: string; output?: string | undefined },
): Message[] {
  const report = output === undefined || output === '' ? '' : `\n\n${fenced('text', tail(output))}`;
  const words = 'That program does not do it yet. Mend it and answer with the whole program again.';
  return [
    { role: 'assistant', content: fenced(language, code) },
    { role: 'user', content: `${words}${report}` },
  ];
}

/** How a run failed, for the model: its output is masked already. */
export function describeFailure({ status, exitCode, signal, stdout, stderr }: ExecuteResponse): string {
  const ends = {
    timed_out: 'It was stopped at the time limit.',
    out_of_memory: 'It was stopped at the memory limit.',
    failed: signal === null ? `It ended with exit code ${exitCode}.` : `It was ended by ${signal}.`,
  };
  const end = ends[status as keyof typeof ends] ?? '';
  const errors = stderr === '' ? '' : `\nstderr:\n${tail(stderr)}`;
  return `${end}${errors}${stdout === '' ? '' : `\nstdout:\n${tail(stdout).slice(-outputCharacters / 4)}`}`;
}

function conventions({ language, packages, secretNames, network }: CodingTask): string {
  const { name, version } = language;
  return [
    `You write one complete ${name}${version === null ? '' : ` (${version})`} program. It is run once, as it stands, in a ` +
      'sandbox where nobody can answer questions.',
    'It starts in the working directory /work. Files that it is given are there; files that it should leave, charts as ' +
      'PNG or SVG among them, it writes there by a relative path. Nothing else can be written but /tmp.',
    'Results go to stdout, errors to stderr with an exit code other than 0. There is no display.',
    network === 'full' ? 'The network can be used.' : 'There is no network.',
    packages.length === 0
      ? 'Use the standard library only; nothing can be installed.'
      : `Use the standard library and these packages, if needed: ${packages.join(', ')}. Nothing else can be installed.`,
    ...secretWords(language.id, secretNames),
    `Answer with the program alone, whole and without placeholders, in one block fenced as ${language.id}. Where your ` +
      'answer is a JSON object, the program is its "code", unfenced, and "reason" stays empty. If it cannot be written, ' +
      'say why in a sentence; in a JSON object, in "reason" with an empty "code".',
  ].join('\n');
}

function secretWords(languageId: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const read = environmentWords(languageId);
  return [
    `These secrets are in the environment: ${names.map((name) => `${name}, read as ${read(name)}`).join('; ')}. Never ` +
      'print them or write them to a file.',
  ];
}

/** With a fence that nothing inside can close. */
function fenced(tag: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${tag}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

function tail(text: string): string {
  return text.length <= outputCharacters ? text : `…${text.slice(-outputCharacters).replace(/^[\udc00-\udfff]/, '')}`;
}
