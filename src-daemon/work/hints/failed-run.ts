import type { BlockedReason } from '../../../src-shared/contracts/network/network-events.ts';
import type { programEnds } from '../../../src-shared/program-result.ts';
import type { Actor } from '../../core/actor.ts';
import { findLanguage } from '../../engine/languages/languages.ts';
import type { UsableSecret } from '../secret-grants.ts';

/** The facts about a program that did not succeed. Hints are made from nothing else. */
export interface FailedRun {
  /** Where the program ran: texts name it. */
  ranIn: 'run' | 'sandbox';
  language: string;
  languageName: string;
  packageManager: 'pip' | 'npm' | null;
  status: (typeof programEnds)[number];
  engine: string;
  /** Lines of the end of the error output, with the values of secrets masked. */
  errorLines: readonly string[];
  code: string;
  /** Paths of the input files, relative to the working directory. */
  filePaths: readonly string[];
  /** True if the request has input, or its input is open. */
  hasInput: boolean;
  network: 'none' | 'full' | 'rules';
  blocked: readonly BlockedHost[];
  /**
   * Names of the packages of a run, in the list of its language, or of a sandbox, which it was created with; undefined if the
   * run or the sandbox was asked to have none.
   */
  packages: readonly string[] | undefined;
  /** Names in the list of the language that a sandbox does not have, because they were added after its creation. */
  addedLater?: readonly string[];
  /** Name of the language of a sandbox, if it is another one, whose packages it has. */
  sandboxLanguage?: string;
  /** Secrets that the credential may use and the program did not get. */
  otherSecrets: readonly UsableSecret[];
  memoryMb: number;
  timeoutMs: number;
}

/** Facts about an account that hints are made from. */
export interface HintDeps {
  usableSecrets: (actor: Actor) => readonly UsableSecret[];
  /** Names of the packages in an account's list for a language. */
  packageNames: (accountId: number, language: string) => readonly string[];
}

interface Program {
  actor: Actor;
  /** The id of its language. */
  language: string;
  secretNames: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** Returns the facts about the language of a program, and about the secrets that it did not get. */
export function factsOf(
  { usableSecrets }: HintDeps,
  { actor, language: id, secretNames, env }: Program,
): Pick<FailedRun, 'language' | 'languageName' | 'packageManager' | 'otherSecrets'> {
  const language = findLanguage(id);
  const got = new Set([...secretNames, ...Object.keys(env)]);
  return {
    ...{ language: id, languageName: language?.name ?? id, packageManager: language?.packageManager ?? null },
    otherSecrets: usableSecrets(actor).filter(({ name }) => !got.has(name)),
  };
}

export interface BlockedHost {
  host: string;
  port: number;
  reasons: readonly BlockedReason[];
}

const readCharacters = 64 * 1024;
const maxLines = 300;
const lineCharacters = 1000;

/** Returns the last lines of an error output, each cut to 1,000 characters and without control sequences of a terminal. */
export function lastLines(errorOutput: string): string[] {
  const lines = errorOutput.slice(-readCharacters).split('\n').slice(-maxLines);
  return lines.map((line) => stripControls(line.slice(0, lineCharacters)));
}

/** A sequence is short: colours have a few numbers. What is longer stays, and no message is found in it. */
function stripControls(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences begin with one
  return line.replace(/\u001b\[[0-9;:?]{0,32}[A-Za-z]/g, '').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}
