import type { LanguageInfo } from '../../../../src-shared/contracts/languages.contract.ts';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { isCodeName, nameInFolder, nameOfFile } from '../../../../src-shared/formats/code-name.ts';
import { languageOfFile } from '../../../../src-shared/formats/file-language.ts';
import { zkLengths } from '../../../../src-shared/zk/zk-payload.ts';
import type { SourceFile } from './source-files.ts';

/** A file that becomes a script. */
export interface PlannedScript {
  /** Path of the file, as the user named it. */
  file: string;
  name: string;
  language: string;
  code: string;
  /** Revision of the stored script that it replaces; undefined for a new one. */
  replaced: number | undefined;
}

/** A file, or a script of an export, that is not stored. */
export interface LeftOut {
  file: string;
  reason: string;
  /** True for a file that is no script; false for a script that is missing in the vault afterwards. */
  isNoScript?: true;
}

export interface ImportPlan {
  scripts: PlannedScript[];
  leftOut: LeftOut[];
}

export interface ImportChoice {
  /** Folder of the vault; empty for the top. */
  into: string;
  /** True to store files whose name is taken as the next revision. */
  replaces: boolean;
  /** Language of files whose language is unknown; undefined: these files are left out. */
  language: string | undefined;
  /** Scripts of the vault. */
  stored: readonly EncryptedCodeMetadata[];
  languages: readonly Pick<LanguageInfo, 'id' | 'aliases' | 'fileExtension'>[];
}

/** Returns the scripts that files become, and every file that does not become one with its reason. Stores nothing. */
export function planImport(files: Iterable<SourceFile>, choice: ImportChoice): ImportPlan {
  const plan: ImportPlan = { scripts: [], leftOut: [] };
  const revisions = new Map(choice.stored.map(({ name, revision }) => [name, revision]));
  const sources = new Map<string, string>();
  for (const { path, file, read } of files) {
    const name = nameInFolder(choice.into, path.split('/').map(nameOfFile).join('/'));
    const content = contentOf(read(), { name: path, choice });
    if ('reason' in content) {
      plan.leftOut.push({ file, ...content });
      continue;
    }
    const replaced = revisions.get(name);
    const reason = nameProblem(name, { replaced, choice, earlier: sources.get(name) });
    sources.set(name, sources.get(name) ?? file);
    if (reason === undefined) plan.scripts.push({ file, name, replaced, ...content });
    else plan.leftOut.push({ file, reason });
  }
  return plan;
}

type Content = Pick<PlannedScript, 'language' | 'code'> | Pick<LeftOut, 'reason' | 'isNoScript'>;

function contentOf(bytes: Uint8Array | undefined, { name, choice }: { name: string; choice: ImportChoice }): Content {
  if (bytes === undefined || bytes.length > zkLengths.codeLimit)
    return { reason: 'it is larger than 1 MiB, the limit of a script' };
  const code = textOf(bytes);
  if (code === undefined) return { reason: 'it is not text in UTF-8', isNoScript: true };
  const language = languageOfFile(choice.languages, { name, code }) ?? choice.language;
  if (language !== undefined) return { language, code };
  return { reason: 'its language is unknown; --language ID imports such files too', isNoScript: true };
}

interface NameUse {
  replaced: number | undefined;
  choice: ImportChoice;
  /** An earlier file of the same import with this name. */
  earlier: string | undefined;
}

function nameProblem(name: string, { replaced, choice, earlier }: NameUse): string | undefined {
  if (!isCodeName(name)) return `${name} is too long for a name, or in too many folders; rename or move it`;
  if (earlier !== undefined) return `${earlier} is already imported as ${name}; rename one of them`;
  if (replaced === undefined || choice.replaces) return undefined;
  return takenReason(name);
}

/** Returns why a script is left out whose name the vault has. */
export function takenReason(name: string): string {
  return `the vault has a script named ${name}; --replace stores it as the next revision, and --into FOLDER in another folder`;
}

/** Returns the text of a file; undefined for a binary file. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
