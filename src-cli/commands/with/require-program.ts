import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';

/**
 * Checks that a program exists before any secret is released for it: at its path, or in a folder of PATH.
 * @throws CliError with the exit code of a shell
 */
export function requireProgram(name: string, { PATH = '' }: Readonly<Record<string, string | undefined>>): void {
  // There, the endings that a name can have depend on the machine.
  if (process.platform === 'win32') return;
  const paths = name.includes('/') ? [name] : PATH.split(delimiter).map((folder) => join(folder || '.', name));
  const found = paths.filter(isFile);
  if (name === '' || found.length === 0) throw programNotFound(name);
  if (!found.some(isExecutable)) throw programNotExecutable(name);
}

export function programNotFound(name: string): CliError {
  const message = `There is no program ${name} on this machine. Write its path, or add its folder to PATH.`;
  return new CliError('failed', message, { exitCode: exitCodes.programNotFound });
}

export function programNotExecutable(name: string): CliError {
  const message = `${name} cannot be executed. Make it executable, or name the interpreter before it.`;
  return new CliError('failed', message, { exitCode: exitCodes.programNotExecutable });
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
