import type { LanguageStatus } from '../engine.ts';
import { languages } from './languages.ts';

/** Returns the status of all languages. @param versions by language id, of those that an engine has */
export function languageStatus(versions: Readonly<Record<string, string>>): LanguageStatus[] {
  return languages.map(({ id, name, aliases, fileExtension, packageManager }) => {
    const version = versions[id] ?? null;
    return { id, name, version, aliases, fileExtension, packageManager, available: version !== null };
  });
}
