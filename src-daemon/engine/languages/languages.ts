import { unknownLanguage } from '../../errors/repeated-errors.ts';
import { baseLanguages } from './base.ts';
import { jvmLanguages } from './jvm.ts';
import { type Language, searchPath } from './language.ts';
import { nativeLanguages } from './native.ts';
import { scriptingLanguages } from './scripting.ts';

export type { Kernel, Language, LanguageFamily } from './language.ts';

/** The language table. A new language needs an entry, a line in its family's Dockerfile and a conformance program. */
export const languages: readonly Language[] = [
  ...baseLanguages,
  ...scriptingLanguages,
  ...nativeLanguages,
  ...jvmLanguages,
];

/** The environment of every run. The language's and the job's variables are added. Only /tmp and /work are writable. */
export const baseEnvironment: Readonly<Record<string, string>> = {
  PATH: searchPath,
  HOME: '/tmp',
  TMPDIR: '/tmp',
  USER: 'sandbox',
  LOGNAME: 'sandbox',
  LANG: 'C.UTF-8',
  MPLBACKEND: 'Agg',
  MPLCONFIGDIR: '/tmp/matplotlib',
  XDG_CACHE_HOME: '/tmp/.cache',
  XDG_CONFIG_HOME: '/tmp/.config',
  XDG_DATA_HOME: '/tmp/.local/share',
  XDG_STATE_HOME: '/tmp/.local/state',
  // Go reads it instead of the number of processors, which it asks the kernel for (resources/sandbox/preload).
  GOMAXPROCS: '1',
};

/** Returns the language of an id. Aliases are resolved before a job is created. */
export function findLanguage(id: string): Language | undefined {
  return languages.find((language) => language.id === id);
}

/** Returns the language of an id. @throws AppError `unknown_language` */
export function requireLanguage(id: string): Language {
  const language = findLanguage(id);
  if (language === undefined) throw unknownLanguage(id);
  return language;
}

/** Returns the language of an id or an alias, in upper or lower case. */
export function resolveLanguage(name: string): Language | undefined {
  const lowerCase = name.toLowerCase();
  return languages.find((language) => language.id === lowerCase || language.aliases.includes(lowerCase));
}
