import { runCell } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import type { CellContext } from './follow-cell.ts';

const limitMs = 2000;

/** Cells that succeed if the user has defined the name. They print nothing. */
const definedChecks: Readonly<Record<string, (name: string) => string>> = {
  python: (name) => `assert '${name}' in globals()`,
  javascript: (name) => `if (typeof ${name} === 'undefined') throw 0`,
  typescript: (name) => `if (typeof ${name} === 'undefined') throw 0`,
  // The kernel has a function `exit` of its own.
  bash: (name) => `builtin declare -F ${name} > /dev/null && [[ $(builtin declare -f ${name}) != *__strongroom* ]]`,
};

/** Returns the name in a line such as `exit`, `exit()`, `quit;` or `.exit`, which ends the REPL; undefined for other lines. */
export function exitNameOf(line: string): string | undefined {
  return /^ {0,9}(\.exit|exit|quit)(?:\(\))?;? {0,9}$/.exec(line)?.[1];
}

/** Returns true if the line ends the REPL: not if the context has a definition of the name, which the line then uses. */
export async function isExit(line: string, language: string, contextOf: () => CellContext): Promise<boolean> {
  const name = exitNameOf(line);
  const check = definedChecks[language];
  if (name === undefined) return false;
  // No language can have this name.
  if (name === '.exit' || check === undefined) return true;
  const { client, id, cid } = contextOf();
  const body = { code: check(name), silent: true, timeoutMs: limitMs };
  try {
    const { status, exitCode = 0 } = await client.call(runCell, { params: { id, cid }, body });
    // A Bash cell succeeds with any exit code of its last command.
    return status !== 'succeeded' || exitCode !== 0;
  } catch {
    // A context or sandbox that has ended defines nothing.
    return true;
  }
}
