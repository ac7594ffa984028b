import { safePaths } from '../../../ui/data/zip/safe-paths.ts';
import { languageOfName } from '../code/language-of-name.ts';

interface NamedScript {
  name: string;
  language: string;
}

type Languages = Parameters<typeof languageOfName>[0];

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
  return languageOfName(languages, name) === undefined ? `${name}${ending}` : name;
}
