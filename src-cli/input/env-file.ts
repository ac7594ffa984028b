import { EnvironmentName, EnvironmentValue } from '../../src-shared/contracts/execute-request.ts';
import { type DotEnvProblem, parseDotEnv } from '../../src-shared/formats/dot-env/dot-env.ts';
import { CliError } from '../cli-error.ts';
import type { Reporter } from '../output/reporter.ts';
import { readText } from './read-text.ts';

const rules = {
  // It would not become a variable, but set the prototype of the object that holds them.
  name: EnvironmentName.refine((name) => name !== '__proto__', { error: 'must not be __proto__' }),
  value: EnvironmentValue,
  mayBeEmpty: true,
};
const namedLines = 5;

/**
 * Reads the variables of `.env` files; a later file replaces those of an earlier one. Messages have lines and names, and
 * never a value.
 * @throws CliError `usage` with the lines that are not valid
 */
export function readEnvFiles(paths: readonly string[], reporter: Pick<Reporter, 'say' | 'isJson'>) {
  const variables: [string, string][] = [];
  for (const path of paths) {
    const { entries, problems } = parseDotEnv(readText(path), rules);
    const faults = problems.filter(({ isRead }) => !isRead);
    if (faults.length > 0) throw new CliError('usage', `${path} cannot be used: ${describe(faults)}.`);
    const doubtful = problems.filter(({ isDoubtful }) => isDoubtful);
    if (doubtful.length > 0 && !reporter.isJson) reporter.say(`strongroom: ${path}: ${describe(doubtful)}`);
    variables.push(...entries.map(({ name, value }): [string, string] => [name, value]));
  }
  return Object.fromEntries(variables);
}

function describe(problems: readonly DotEnvProblem[]): string {
  const named = problems.slice(0, namedLines).map(({ line, message }) => `line ${line} ${message}`);
  const more = problems.length > namedLines ? [`${problems.length - namedLines} more lines`] : [];
  return [...named, ...more].join('; ');
}
