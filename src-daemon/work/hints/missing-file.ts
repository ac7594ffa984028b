import { basename } from 'node:path/posix';
import type { Hint } from '../../../src-shared/contracts/hints.ts';
import type { FailedRun } from './failed-run.ts';

const path = '([^\'"‘’<>|\\n]{1,500})';
/** Python names a missing program in the same way. */
const pythonMessage = new RegExp(`No such file or directory: b?['"]${path}['"]`);
/** Messages of the languages about a file that is not there; the first group is its path. */
const messages = [
  pythonMessage,
  new RegExp(`ENOENT: no such file or directory, \\w{1,20} '${path}'`),
  /rb_sysopen - ([^\n(]{1,500})/,
  /open ([^\s:]{1,500}): no such file or directory/,
  /FileNotFoundException: ([^\n(]{1,500})/,
  /NoSuchFileException: ([^\n]{1,500})/,
  new RegExp(`cannot open file '${path}'`),
  /^[\w.-]{1,60}: (?:cannot open |can't open |cannot access )?['‘"]?([^\n:'"‘’]{1,500})['’"]?(?: for reading)?: No such file or directory/,
];
const command = [
  /(?:^|: )(?:line )?\d{0,9}:? ?([\w.+-]{1,100}): (?:command )?not found/,
  /spawn ([\w.+-]{1,100}) ENOENT/,
  /exec: "([\w.+-]{1,100})": executable file not found/,
  /No such file or directory - ([\w.+-]{1,100}) \(Errno::ENOENT\)/,
  /Cannot run program "([\w.+-]{1,100})"/,
];
const startsPrograms = ['subprocess.py', 'asyncio/subprocess', 'os.py'];
const plainName = /^[\w+-]{1,100}$/;
const packageManagers = new Set(['pip', 'pip3', 'npm', 'npx', 'yarn', 'pnpm', 'uv', 'poetry']);
const systemManagers = new Set(['apt', 'apt-get', 'apk', 'dnf', 'yum', 'brew', 'sudo']);

/** Returns a hint about a file or a command that a program did not find. */
export function missingFile(run: FailedRun): Hint[] {
  const program = missingCommand(run);
  if (program !== undefined) return [commandHint(run, program)];
  for (const line of run.errorLines) {
    const found = firstGroup(messages, line);
    const hint = found === undefined ? undefined : fileHint(run, found.trim());
    if (hint !== undefined) return [hint];
  }
  return [];
}

function missingCommand({ errorLines }: FailedRun): string | undefined {
  const startsProgram = errorLines.some((line) => startsPrograms.some((part) => line.includes(part)));
  for (const line of errorLines) {
    const named = firstGroup(command, line);
    if (named !== undefined) return named;
    const file = startsProgram ? pythonMessage.exec(line)?.[1] : undefined;
    if (file !== undefined && plainName.test(file)) return file;
  }
  return undefined;
}

function firstGroup(patterns: readonly RegExp[], line: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

function commandHint({ languageName }: FailedRun, name: string): Hint {
  const missing = `The command ${name} is not in the sandbox for ${languageName}.`;
  if (packageManagers.has(name))
    return { code: 'command_missing', text: `${missing} Packages are installed once, from the package list.` };
  if (systemManagers.has(name))
    return { code: 'command_missing', text: `${missing} A program cannot change the system of its sandbox.` };
  return { code: 'command_missing', text: `${missing} Another language or a package can have it.` };
}

function fileHint({ ranIn, filePaths }: FailedRun, named: string): Hint | undefined {
  const openedPath = named.replace(/^\/work\//, '').replace(/^\.\//, '');
  if (filePaths.includes(openedPath)) return undefined;
  const name = basename(openedPath.replaceAll('\\', '/'));
  const given = filePaths.find((file) => basename(file) === name);
  if (given !== undefined)
    return {
      code: 'folder_missing',
      text: `The program opened ${named}, and the run has this file as ${given}. Give it the same path, or change the program.`,
    };
  if (!isOfAuthor(openedPath)) return undefined;
  return {
    code: 'file_missing',
    text: `The program opened ${named}, which the ${ranIn} does not have. A sandbox sees no files of this computer but those that are ${ranIn === 'run' ? 'given to the run' : 'copied into it'}.`,
  };
}

/** Paths of the system, such as /proc/1, tell nothing about the files of the author. */
function isOfAuthor(path: string): boolean {
  return !path.startsWith('/') || /^\/(?:home|Users|root|mnt|media|tmp|Volumes)\//.test(path);
}
