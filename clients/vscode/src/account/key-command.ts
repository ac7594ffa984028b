import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { safeLine } from '../editor/safe-text.ts';
import { CommandFailure } from '../failure.ts';

/** The scopes that the commands of the extension use. */
const scopes = 'execute,secrets,vault';
/** The command starts the daemon if it does not run. */
const limitMs = 90_000;

/**
 * Finds the command `strongroom` in a PATH. Relative folders are skipped: they could lead into the workspace. On Windows
 * the command is a batch file, which cannot be started without a shell, so it is not used there.
 */
export function findKeyCommand(searchPath = ''): string | undefined {
  if (process.platform === 'win32') return undefined;
  return searchPath
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, 'strongroom'))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Creates an API key with the command line, whose own key is stored by `strongroom login`.
 * @param dataDir data folder of the daemon; empty for the system's
 * @throws CommandFailure
 */
export async function createKeyByCommand(command: string, dataDir: string): Promise<string> {
  const folder = dataDir === '' ? [] : ['--data-dir', dataDir];
  const { error, stdout, stderr } = await run(command, [
    'keys',
    'create',
    'VS Code',
    '--scopes',
    scopes,
    '--json',
    ...folder,
  ]);
  const { apiKey } = fieldsOf(stdout);
  if (error === null && typeof apiKey === 'string') return apiKey;
  const { message = 'The command printed no key.' } = fieldsOf(fieldsOf(stderr).error);
  throw new CommandFailure(`strongroom keys create failed. ${safeLine(String(message))}`, [{ command: 'signIn' }]);
}

function run(command: string, args: string[]): Promise<{ error: Error | null; stdout: unknown; stderr: unknown }> {
  return new Promise((resolve) => {
    // Not in the workspace, whose files could change what a program does.
    const options = { cwd: homedir(), timeout: limitMs, windowsHide: true };
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ error, stdout: parsed(stdout), stderr: parsed(stderr) }),
    ).stdin?.end();
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
