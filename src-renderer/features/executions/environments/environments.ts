import { z } from 'zod';
import { EnvironmentName, EnvironmentValue } from '../../../../src-shared/contracts/execute-request.ts';
import { parseDotEnv } from '../../../../src-shared/formats/dot-env/dot-env.ts';
import { SecretName } from '../../../../src-shared/formats/secret-name.ts';

/** Maximum number of environments of an account. */
export const environmentLimit = 50;
export const longestEnvironmentName = 40;

export const Environment = z.object({
  /** Options refer to it, so that the name can change. */
  id: z.string().regex(/^[a-z0-9]{1,16}$/),
  name: z.string().max(longestEnvironmentName),
  /** Lines `NAME=value`, as the user typed them. */
  variables: z.string(),
  /** Names of the secrets that a run gets with the variables. */
  secrets: z.array(SecretName),
});
/** A named set of environment variables and secrets. */
export type Environment = z.infer<typeof Environment>;

export const StoredEnvironments = z.array(Environment).max(environmentLimit);

const rules = {
  name: EnvironmentName.refine((name) => name !== '__proto__', { error: 'must not be __proto__' }),
  value: EnvironmentValue,
  mayBeEmpty: true,
};

/** Returns the variables of lines `NAME=value`. Lines that cannot be read are left out. */
export function variablesIn(text: string): Record<string, string> {
  if (text.trim() === '') return {};
  return Object.fromEntries(parseDotEnv(text, rules).entries.map(({ name, value }) => [name, value]));
}

/** Returns what is wrong with the first line that is not valid or is ambiguous; undefined if none is. */
export function variablesProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const { problems } = parseDotEnv(text, rules);
  const first = problems.find(({ isRead, isDoubtful }) => !isRead || isDoubtful);
  return first && `Line ${first.line} ${first.message}.`;
}

/**
 * Returns variables as lines that {@link variablesIn} reads, and the names of those that no quotes can hold: a value with all
 * three kinds of them.
 */
export function linesOf(variables: Readonly<Record<string, string>>): { text: string; left: string[] } {
  const lines: string[] = [];
  const left: string[] = [];
  for (const [name, value] of Object.entries(variables)) {
    const line = ['', "'", '`', '"']
      .map((quote) => `${name}=${quote}${value}${quote}`)
      .find((one) => reads(one, value));
    if (line === undefined) left.push(name);
    else lines.push(line);
  }
  return { text: lines.join('\n'), left };
}

function reads(line: string, value: string): boolean {
  const { entries, problems } = parseDotEnv(line, rules);
  return (
    problems.every(({ isRead, isDoubtful }) => isRead && !isDoubtful) &&
    entries.length === 1 &&
    entries[0]?.value === value
  );
}

/** Returns why an environment cannot have a name; undefined if it can. */
export function environmentNameProblem(others: readonly Environment[], name: string): string | undefined {
  const text = name.trim();
  if (text === '') return 'Enter a name, such as staging.';
  if (text.length > longestEnvironmentName) return `At most ${longestEnvironmentName} characters.`;
  if (text.toLowerCase() === 'none') return 'Runs without an environment have this name.';
  if (others.some((other) => other.name.toLowerCase() === text.toLowerCase())) return 'This name is taken.';
  return undefined;
}

/** Returns what a run gets from an environment, in one line. */
export function summaryOf({ variables, secrets }: Environment): string {
  const names = Object.keys(variablesIn(variables));
  if (names.length + secrets.length === 0) return 'This environment is empty.';
  return [names.join(', '), secrets.length > 0 && `secrets: ${secrets.join(', ')}`].filter(Boolean).join('; ');
}
