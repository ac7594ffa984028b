import { useQuery } from '@tanstack/react-query';
import type { LanguageInfo } from '../../src-shared/contracts/languages.contract.ts';
import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import { languagesQuery } from './queries.ts';

/** Returns the name of a language by its id. While the list is loading, and for an unknown language, that is the id. */
export function languageName(languages: readonly LanguageInfo[] | undefined, id: string): string {
  return visibleLine(languages?.find((language) => language.id === id)?.name ?? id);
}

/** The same as {@link languageName} with the daemon's list. */
export function useLanguageName(id: string): string {
  // Rows of long lists use it, and do not request the list again when they are scrolled into view.
  return languageName(useQuery({ ...languagesQuery, refetchOnMount: false }).data, id);
}
