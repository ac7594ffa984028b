import { CliError } from '../../../cli-error.ts';

interface Locations {
  /** `in`: from this machine into the sandbox. */
  direction: 'in' | 'out';
  /** Id of the sandbox, or its first characters. */
  sandbox: string;
  inside: string[];
  local: string;
  isIntoFolder: boolean;
}

/** Reads the two arguments of `cp`, of which exactly one is ID:PATH. @throws CliError `usage` */
export function readLocations(source: string, target: string): Locations {
  const [from, to] = [insideOf(source), insideOf(target)];
  const isIntoFolder = /[/\\]$/.test(target) || target.endsWith(':');
  if (from !== undefined && to === undefined) return { direction: 'out', ...from, local: target, isIntoFolder };
  if (to !== undefined && from === undefined) return { direction: 'in', ...to, local: source, isIntoFolder };
  const problem = from === undefined ? 'Neither path is in a sandbox' : 'Both paths are in a sandbox';
  throw new CliError('usage', `${problem}. Write one of the two as ID:PATH, such as sbxk2q:data.csv.`);
}

/** Undefined for a path of this machine. A file whose name looks like ID:PATH can be written as ./NAME. */
function insideOf(argument: string): { sandbox: string; inside: string[] } | undefined {
  const [, sandbox, path] = /^(sbx[a-z2-7]{0,26}):([\s\S]*)$/.exec(argument) ?? [];
  if (sandbox === undefined || path === undefined) return undefined;
  return { sandbox, inside: namesOf(path, argument) };
}

function namesOf(path: string, argument: string): string[] {
  const relative = path.replace(/^\/work(?:\/|$)/, '');
  if (relative.startsWith('/'))
    throw new CliError('usage', `"${argument}" is outside of the working directory /work. Use a path below it.`);
  const names = relative.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw new CliError('usage', `"${argument}" contains "..". Use a path without it.`);
  return names;
}
