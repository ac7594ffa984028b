import { findLanguage, resolveLanguage } from '../../engine/languages/languages.ts';
import type { ClassifyTag } from './choose-code.ts';

/** Creates a classifier of tags for a language, by its id, its aliases and its file extension. */
export function createTagClassifier(languageId: string): ClassifyTag {
  const extension = findLanguage(languageId)?.fileExtension.slice(1);
  return (tag) => {
    if (tag === '') return 'none';
    if (tag === extension) return 'requested';
    const named = resolveLanguage(tag)?.id;
    if (named === undefined) return 'unknown';
    return named === languageId ? 'requested' : 'other';
  };
}
