import { invalidField } from '../errors/repeated-errors.ts';
import type { SandboxJob } from './engine.ts';
import { type Language, requireLanguage } from './languages/languages.ts';
import { programPath } from './program-file.ts';

/**
 * Checks what every engine requires of a job. Returns the job's language.
 * @throws AppError `unknown_language`, `invalid_request` naming the field
 */
export function checkJob(job: SandboxJob): Language {
  const language = requireLanguage(job.language);
  const program = programPath(job, language);
  const programFault = pathFault(program);
  if (programFault !== undefined) throw invalidField('entry', programFault);
  for (const [index, file] of job.files.entries()) {
    const fault =
      collisionOf(file.path, { program, made: language.compile?.makes(program) ?? [] }) ?? pathFault(file.path);
    if (fault !== undefined) throw invalidField(`files[${index}].path`, fault);
  }
  for (const [index, argument] of job.args.entries()) {
    if (argument.includes('\0')) throw invalidField(`args[${index}]`, 'must not hold a NUL character');
  }
  for (const [name, value] of Object.entries(job.env)) {
    if (name === '' || /[=\0]/.test(name)) throw invalidField('env', 'a name must not be empty nor hold = or NUL');
    if (value.includes('\0')) throw invalidField(`env.${name}`, 'must not hold a NUL character');
  }
  return language;
}

/** A path that is equal to another one, or is its folder, cannot exist next to it. */
function collisionOf(
  path: string,
  { program, made }: { program: string; made: readonly string[] },
): string | undefined {
  const isIn = (one: string, other: string) => one === other || one.startsWith(`${other}/`);
  if (isIn(path, program) || made.some((one) => isIn(path, one))) return 'is the name of the program itself';
  return isIn(program, path) ? 'is the folder of the program' : undefined;
}

const depthCap = 16;
const nameBytesCap = 255;

function pathFault(path: string): string | undefined {
  const names = path.split('/');
  if (path.includes('\0')) return 'must not hold a NUL character';
  if (names.some((name) => name === '' || name === '.' || name === '..')) return 'must be a plain relative path';
  if (names.length > depthCap) return `must not be deeper than ${depthCap} levels`;
  if (names.some((name) => Buffer.byteLength(name) > nameBytesCap)) return 'has a name of more than 255 bytes';
  return undefined;
}
