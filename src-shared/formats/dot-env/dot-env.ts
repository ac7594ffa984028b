import type { z } from 'zod';
import { SecretText } from '../../contracts/secrets.contract.ts';
import { SecretName } from '../secret-name.ts';
import type { ReadDifference } from './differences.ts';
import { isCommonWord } from './frequent-word.ts';
import { readStatement, type Statement } from './statement.ts';

export interface DotEnvEntry {
  name: string;
  value: string;
  /** Line where the entry begins, from 1. */
  line: number;
  /** True for a word that programs print often, such as `production`: as a secret it would be masked everywhere. */
  isCommonWord?: boolean;
}

export interface DotEnvProblem {
  line: number;
  /** Message to be read after the line's number; it never quotes a value. */
  message: string;
  /** True if the variable was read, and other programs read it differently. */
  isRead?: boolean;
  /** True if its value may not be the intended one: dotenv and Node differ, a part was cut off, or it is set again. */
  isDoubtful?: boolean;
  /** True for a variable without a value, where one is required. */
  isEmpty?: boolean;
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
 * comments after `#`; values in `'`, `"` (where `\n` is a line break and `\"` a quote) or backquotes, over several lines.
 * Unlike these two, it runs in a browser, reports each line that it cannot read, and each that dotenv 17, Node 24 and
 * shells read differently. Every part of the product that reads such a file uses it. Time is linear in the length.
 */
export function parseDotEnv(text: string, rules = secretRules): DotEnvFile {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const found = new Map<string, DotEnvEntry>();
  const problems: DotEnvProblem[] = [];
  let line = 1;
  for (let at = 0; at < source.length; ) {
    const statement = readStatement(source, at);
    const { value, problem } = checkStatement(statement, rules);
    if (problem !== undefined) problems.push({ line, ...problem });
    if (value !== undefined) {
      const { name, differences } = value;
      for (const difference of differences) problems.push({ line, ...difference, isRead: true });
      const message = `is replaced: line ${line} sets ${name} again`;
      const earlier = found.get(name);
      if (earlier) problems.push({ line: earlier.line, message, isRead: true, isDoubtful: true });
      found.set(name, entryOf(name, value.value, line));
    }
    line += source.slice(at, statement.end + 1).split('\n').length - 1;
    at = statement.end + 1;
  }
  const byLine = (one: { line: number }, other: { line: number }) => one.line - other.line;
  return { entries: [...found.values()].toSorted(byLine), problems: problems.toSorted(byLine) };
}

function entryOf(name: string, value: string, line: number): DotEnvEntry {
  return { name, value, line, ...(isCommonWord({ name, value }) && { isCommonWord: true }) };
}

interface Checked {
  /** An assignment that meets the rules. */
  value?: { name: string; value: string; differences: readonly ReadDifference[] };
  problem?: Omit<DotEnvProblem, 'line'>;
}

function checkStatement({ name, value, fault, differences = [] }: Statement, rules: DotEnvRules): Checked {
  if (fault !== undefined) return { problem: { message: fault } };
  if (name === undefined || value === undefined) return {};
  const wrongName = rules.name.safeParse(name).error;
  if (wrongName !== undefined) return { problem: { message: `has a name that ${messageOf(wrongName)}` } };
  if (value === '' && !rules.mayBeEmpty) return { problem: { message: 'has no value', isEmpty: true } };
  const wrongValue = rules.value.safeParse(value).error;
  if (wrongValue !== undefined) return { problem: { message: `has a value that ${messageOf(wrongValue)}` } };
  return { value: { name, value, differences } };
}

function messageOf(error: z.ZodError): string {
  return error.issues[0]?.message ?? 'is not allowed';
}
