import type { z } from 'zod';
import { SecretText } from '../contracts/secrets.contract.ts';
import { SecretName } from './secret-name.ts';

export interface DotEnvEntry {
  name: string;
  value: string;
  /** Line where the entry begins, from 1. */
  line: number;
}

export interface DotEnvProblem {
  line: number;
  /** Message to be read after the line's number; it never quotes a value. */
  message: string;
  /** True if the variable was read, but its value may not be the intended one. */
  isRead?: boolean;
}

/** Requirements of the variables. */
export interface DotEnvRules {
  name: z.ZodType;
  value: z.ZodType;
  mayBeEmpty: boolean;
}

const secretRules: DotEnvRules = { name: SecretName, value: SecretText, mayBeEmpty: false };

/** Variables of a file in their order, each name once, and the lines that are invalid or ambiguous. */
export interface DotEnvFile {
  entries: DotEnvEntry[];
  problems: DotEnvProblem[];
}

/**
 * Reads a `.env` file as the `dotenv` package and Node's `--env-file` do: `NAME=value`, optionally after `export`;
 * comments after `#`; values in `'`, `"` (where `\n` is a line break) or backquotes, over several lines. Unlike these two,
 * it runs in a browser and reports each line that it cannot read.
 */
export function parseDotEnv(text: string, rules = secretRules): DotEnvFile {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const found = new Map<string, DotEnvEntry>();
  const problems: DotEnvProblem[] = [];
  let line = 1;
  for (let at = 0; at < source.length; ) {
    const statement = readStatement(source, at);
    const { entry, problem } = checkStatement(statement, line, rules);
    if (problem !== undefined) problems.push({ line, message: problem, ...(entry && { isRead: true }) });
    if (entry !== undefined) {
      const earlier = found.get(entry.name);
      const replaced = `is replaced: line ${line} sets ${entry.name} again`;
      if (earlier) problems.push({ line: earlier.line, message: replaced, isRead: true });
      found.set(entry.name, entry);
    }
    const read = source.slice(at, statement.end + 1);
    line += read.split('\n').length - 1;
    at = statement.end + 1;
  }
  const byLine = (one: { line: number }, other: { line: number }) => one.line - other.line;
  return { entries: [...found.values()].toSorted(byLine), problems: problems.toSorted(byLine) };
}

interface Statement {
  name?: string;
  value?: string;
  problem?: string;
  /** Index of the line break after the statement. */
  end: number;
}

function readStatement(source: string, at: number): Statement {
  const end = lineEnd(source, at);
  const line = source.slice(at, end);
  if (/^\s*(#|$)/.test(line)) return { end };
  const start = /^[^\S\n]*(?:export[^\S\n]+)?([^\s=#'"`]+)[^\S\n]*=[^\S\n]*/.exec(line);
  if (start === null) return { end, problem: 'does not have the form NAME=value' };
  const [whole, name = ''] = start;
  const valueAt = at + whole.length;
  const quote = source.charAt(valueAt);
  return quote !== '' && '\'"`'.includes(quote)
    ? quoted(source, valueAt, name)
    : unquoted(source.slice(valueAt, end), name, end);
}

function quoted(source: string, at: number, name: string): Statement {
  const quote = source.charAt(at);
  const close = closingQuote(source, at);
  if (close < 0) return { end: lineEnd(source, at), problem: `has an opening ${quote} without a closing one` };
  const end = lineEnd(source, close);
  if (!/^\s*(#|$)/.test(source.slice(close + 1, end))) return { end, problem: `has text after the closing ${quote}` };
  const value = source.slice(at + 1, close);
  return { name, value: quote === '"' ? value.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : value, end };
}

function unquoted(text: string, name: string, end: number): Statement {
  const comment = text.indexOf('#');
  const value = (comment < 0 ? text : text.slice(0, comment)).trim();
  const isDoubtful = comment > 0 && /\S/.test(text.charAt(comment - 1));
  return {
    name,
    value,
    end,
    ...(isDoubtful && { problem: 'is cut at #; put the value in quotes if # is part of it' }),
  };
}

/** Returns the index of the closing quote, or -1. A quote after a backslash does not close. */
function closingQuote(source: string, at: number): number {
  const quote = source.charAt(at);
  for (let close = source.indexOf(quote, at + 1); close >= 0; close = source.indexOf(quote, close + 1))
    if (source.charAt(close - 1) !== '\\') return close;
  return -1;
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at);
  return end < 0 ? source.length : end;
}

function checkStatement(
  { name, value, problem }: Statement,
  line: number,
  rules: DotEnvRules,
): { entry?: DotEnvEntry; problem?: string } {
  if (name === undefined || value === undefined) return problem === undefined ? {} : { problem };
  if (value === '' && !rules.mayBeEmpty) return { problem: 'has no value' };
  const nameError = rules.name.safeParse(name).error;
  const wrong = nameError ?? rules.value.safeParse(value).error;
  if (wrong !== undefined) {
    const what = nameError === undefined ? 'has a value that' : 'has a name that';
    return { problem: `${what} ${wrong.issues[0]?.message ?? 'is not allowed'}` };
  }
  return { entry: { name, value, line }, ...(problem !== undefined && { problem }) };
}
