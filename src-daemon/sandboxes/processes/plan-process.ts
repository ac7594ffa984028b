import { randomBytes } from 'node:crypto';
import type { ProcessRequest } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { refuseLargeEnvironment } from '../../engine/environment-size.ts';
import { baseEnvironment, findLanguage, type Language, resolveLanguage } from '../../engine/languages/languages.ts';
import { programContent } from '../../engine/program-file.ts';
import { AppError } from '../../errors/app-error.ts';
import { unknownLanguage } from '../../errors/repeated-errors.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';

/** The working directory in the container. */
const workFolder = '/work';
const bash = '/bin/bash';

export interface PlannedProcess {
  /** Commands in the order in which they are tried: a program without a folder is searched in PATH. */
  commands: readonly (readonly string[])[];
  env: Record<string, string>;
  /** The file with the code. Code is never an argument, because other users of the computer can read these. */
  file?: { path: string; content: Uint8Array };
  /** Language of the code; null for a program with arguments. */
  language: string | null;
  codeLength: number;
  /** The program, `shell` or `code`. */
  description: string;
}

/**
 * Turns a request into commands and the file of its code.
 * @throws AppError `unknown_language`, `language_not_in_sandbox`, `environment_too_large`
 */
export function planProcess(sandbox: ActiveSandbox, request: ProcessRequest): PlannedProcess {
  const planned = planProgram(sandbox, request);
  const args = planned.commands[0]?.slice(1) ?? [];
  refuseLargeEnvironment({ args, env: planned.env, secretNames: sandbox.secretNames });
  return planned;
}

function planProgram(sandbox: ActiveSandbox, request: ProcessRequest): PlannedProcess {
  const { command, shell, code = '', cwd = '' } = request;
  const own = findLanguage(sandbox.language)?.environment;
  const env = { ...own, ...sandbox.env, ...request.env };
  if (command !== undefined) return planCommand(command, cwd, env);
  if (shell !== undefined) {
    const file = codeFile(cwd, shell, { id: 'bash', fileExtension: '.sh' });
    const commands = [[bash, absolute(file.path)]];
    return { commands, env, file, language: 'bash', codeLength: shell.length, description: 'shell' };
  }
  const language = requireRunnable(sandbox, request.language ?? sandbox.language);
  const file = codeFile(cwd, code, language);
  return {
    commands: [[...language.run, absolute(file.path)]],
    env: { ...language.environment, ...env },
    file,
    language: language.id,
    codeLength: code.length,
    description: 'code',
  };
}

function planCommand(command: readonly string[], cwd: string, env: Record<string, string>): PlannedProcess {
  const [program = '', ...args] = command;
  const codeLength = command.reduce((sum, part) => sum + part.length, 0);
  const paths = program.includes('/') ? [absolute(program, cwd)] : searchPaths(program, env.PATH);
  const commands = paths.map((path) => [path, ...args]);
  return { commands, env, language: null, codeLength, description: program.slice(0, 256) };
}

/** Returns where a program can be, as execvp (POSIX) searches it. Relative folders of PATH are not searched. */
function searchPaths(program: string, path = baseEnvironment.PATH ?? ''): string[] {
  const folders = path.split(':').filter((folder) => folder.startsWith('/'));
  return [...new Set(folders)].slice(0, 64).map((folder) => `${folder}/${program}`);
}

function absolute(path: string, cwd = ''): string {
  if (path.startsWith('/')) return path;
  return [workFolder, cwd, path].filter((part) => part !== '').join('/');
}

/** The file is in the folder of the process, so that its code can import from there. */
function codeFile(cwd: string, code: string, language: Pick<Language, 'id' | 'fileExtension'>) {
  const name = `.strongroom-${randomBytes(8).toString('hex')}${language.fileExtension}`;
  const content = programContent(code, language);
  return { path: cwd === '' ? name : `${cwd}/${name}`, content };
}

/** Returns a language that the image of the sandbox has, and whose programs run without a compiler. */
function requireRunnable(sandbox: ActiveSandbox, name: string): Language {
  const language = resolveLanguage(name);
  if (language === undefined) throw unknownLanguage(name);
  const isInImage = language.family === findLanguage(sandbox.language)?.family;
  if (isInImage && language.compile === undefined) return language;
  throw new AppError(
    'language_not_in_sandbox',
    language.compile === undefined
      ? `A sandbox of ${sandbox.language} has no ${language.name}. Create a sandbox of that language, or use /execute.`
      : `${language.name} needs a compiler step, which sandboxes do not do. Compile with \`command\`, or use /execute.`,
  );
}
