import type { LanguageInfo } from '../../../../src-shared/contracts/languages.contract.ts';
import { languageOfFile } from '../../../../src-shared/formats/file-language.ts';

type Languages = readonly Pick<LanguageInfo, 'id' | 'aliases' | 'fileExtension'>[];

/** Returns the language that the file extension of a script's name stands for; undefined if it stands for none. */
export function languageOfName(languages: Languages, name: string): string | undefined {
  return languageOfFile(languages, { name, code: '' });
}

/** Returns the language that a new name brings, if its file extension is another one than before. */
export function languageChange(languages: Languages, before: string, name: string): { language?: string } {
  const language = languageOfName(languages, name);
  return language === undefined || language === languageOfName(languages, before) ? {} : { language };
}
