import { languageOfFile } from '../../../../src-shared/formats/file-language.ts';
import type { Language, Strongroom } from '../../../typescript/src/index.ts';
import type { Editor, EditorDocument } from '../editor/editor.ts';
import { safeLine } from '../editor/safe-text.ts';
import { requireAnswer } from '../failure.ts';

/** Ids of VS Code that are neither an id nor an alias of the daemon. */
const editorIds: Readonly<Record<string, string>> = { shellscript: 'bash' };

/**
 * Returns the daemon's id of a document's language: by VS Code's id, or else by the extension or the `#!` line. Undefined
 * if no language matches.
 */
export function languageOf(
  languages: readonly Language[],
  { name, languageId, text }: Pick<EditorDocument, 'name' | 'languageId' | 'text'>,
): string | undefined {
  const editorId = editorIds[languageId] ?? languageId;
  const byId = languages.find(({ id, aliases }) => id === editorId || aliases.includes(editorId));
  return byId?.id ?? languageOfFile(languages, { name, code: text });
}

/** Returns the daemon's id of a document's language; asks the user if none matches. @throws Dismissed */
export async function chooseLanguage(editor: Editor, daemon: Strongroom, document: EditorDocument): Promise<string> {
  const languages = await daemon.languages();
  const found = languageOf(languages, document);
  if (found !== undefined) return found;
  const items = languages.map(({ id, name }) => ({ label: safeLine(name), description: safeLine(id), id }));
  return requireAnswer(await editor.pickOne(`Language of ${safeLine(document.name)}`, items)).id;
}
