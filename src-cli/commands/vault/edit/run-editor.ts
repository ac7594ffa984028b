import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CliError } from '../../../cli-error.ts';
import { exitCodes } from '../../../exit-codes.ts';
import type { Surroundings } from '../../../surroundings.ts';

/** Returns the command line of the user's editor. */
export function editorOf({ VISUAL: visual, EDITOR: editor }: Surroundings['env']): string {
  return visual || editor || (process.platform === 'win32' ? 'notepad' : 'vi');
}

/**
 * Opens a file in the editor and waits until the editor exits. The command line of the editor can have arguments, as for Git:
 * `code --wait`.
 * @throws CliError if the editor does not start or fails
 */
export async function runEditor(editor: string, file: string): Promise<void> {
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
      : spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw failed(editor, signal === null ? `with exit code ${code}` : `by ${signal}`);
}

function failed(editor: string, how: string): CliError {
  const message = `The editor (${editor}) ended ${how}, so nothing was saved. Set VISUAL or EDITOR to another editor if it did not start.`;
  return new CliError('failed', message, { exitCode: exitCodes.refused });
}
