import { languageOfFile } from './file-language.ts';
import { safePaths } from './safe-paths.ts';

interface NamedScript {
  name: string;
  language: string;
}

type Languages = Parameters<typeof languageOfFile>[0];

/**
 * Returns a path for each script by its name, which every system can unpack. Folders are kept; a name without the file extension
 * of a language gets that of its own.
 */
export function safePathsOf(scripts: readonly NamedScript[], languages: Languages): ReadonlyMap<string, string> {
  const paths = safePaths(scripts.map((script) => fileNameOf(script, languages)));
  return new Map(scripts.map(({ name }, index) => [name, paths[index] ?? name]));
}

function fileNameOf({ name, language }: NamedScript, languages: Languages): string {
  const ending = languages.find(({ id }) => id === language)?.fileExtension ?? '';
  return languageOfFile(languages, { name, code: '' }) === undefined ? `${name}${ending}` : name;
}
