import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import { CliError } from '../cli-error.ts';

/** Names of devices, and characters, that Windows gives a meaning of their own. */
const specialOnWindows = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)|[<>:"|?*]|[. ]$/i;

/**
 * Checks the names of a path that a sandbox listed, and returns them joined by `/`. Programs in the sandbox choose these
 * names, so they could lead out of the target folder or control the terminal that lists it.
 * @param path the path in the sandbox, for the message
 * @throws CliError `file_error`
 */
export function requireSafeNames(names: readonly string[], path: string): string {
  const problem = names.length === 0 ? 'it has no name' : names.map(problemOf).find((found) => found !== undefined);
  if (problem === undefined) return names.join('/');
  throw new CliError('file_error', `${JSON.stringify(path)} was not copied: ${problem}. Rename it in the sandbox.`);
}

function problemOf(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'its name leads out of the folder';
  if (/[/\\]/.test(name)) return 'its name is a path';
  if (process.platform === 'win32' && specialOnWindows.test(name)) return 'Windows gives its name another meaning';
  if (visibleLine(name) !== name) return 'its name has control characters or hidden characters';
  return undefined;
}
