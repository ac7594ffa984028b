import { statSync } from 'node:fs';
import { isCodeName } from '../../../../src-shared/formats/code-name.ts';
import { type ExportedCode, VaultExport } from '../../../../src-shared/formats/vault-export.ts';
import { type CodeKey, deriveCodeKey, openCodeWith, ZKOpenError } from '../../../../src-shared/zk/zk-code.ts';
import { zkPartsOf } from '../../../../src-shared/zk/zk-payload.ts';
import { CliError } from '../../../cli-error.ts';
import { isFolder } from '../../../input/is-folder.ts';
import { readText } from '../../../input/read-text.ts';
import { argon2id } from '../../../vault/argon2id.ts';
import { type ImportChoice, type LeftOut, takenReason } from './plan-import.ts';
import type { Storable } from './store-all.ts';

/** The longest text that is parsed. */
const limitBytes = 400 * 1024 * 1024;

/** Returns the scripts of an encrypted export; undefined for any other file. @throws CliError if it is too large */
export function readExport(path: string): ExportedCode[] | undefined {
  if (!path.toLowerCase().endsWith('.json') || isFolder(path)) return undefined;
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > limitBytes) throw new CliError('usage', `${path} is larger than 400 MiB. Import it in the interface.`);
  try {
    return VaultExport.safeParse(JSON.parse(readText(path))).data?.code;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

type RestoreChoice = Pick<ImportChoice, 'replaces' | 'stored'>;

/** Returns the scripts of an export that can be stored, and the others with their reasons. Their names stay as they are. */
export function planRestore(
  exported: readonly ExportedCode[],
  { replaces, stored }: RestoreChoice,
): { scripts: (ExportedCode & { replaced: number | undefined })[]; leftOut: LeftOut[] } {
  const revisions = new Map(stored.map(({ name, revision }) => [name, revision]));
  const names = new Set<string>();
  const leftOut: LeftOut[] = [];
  const scripts = exported.flatMap((code) => {
    const { name } = code;
    const replaced = revisions.get(name);
    const reason = names.has(name)
      ? 'the export has another script of this name'
      : isCodeName(name)
        ? replaced === undefined || replaces
          ? undefined
          : takenReason(name)
        : 'it has a name that no script can have';
    names.add(name);
    if (reason === undefined) return [{ ...code, replaced }];
    leftOut.push({ file: name, reason });
    return [];
  });
  return { scripts, leftOut };
}

/**
 * Returns the scripts unchanged, each after the master password has decrypted it. One key is derived for each salt; `wipe`
 * clears the keys.
 */
export function openAll(
  masterPassword: string,
  scripts: ReturnType<typeof planRestore>['scripts'],
): { storable: Storable[]; wipe(): void } {
  const keys = new Map<string, CodeKey>();
  const keyFor = async (payload: ExportedCode['encryptedPayload']) => {
    const key = keys.get(payload.salt) ?? (await deriveCodeKey(argon2id, masterPassword, zkPartsOf(payload).salt));
    keys.set(payload.salt, key);
    return key;
  };
  const storable = scripts.map(({ name, language, description, network, encryptedPayload, replaced }) => ({
    ...{ file: name, name, replaced },
    seal: async () => {
      requireOpen(await keyFor(encryptedPayload), encryptedPayload);
      return { encryptedPayload, language, description, ...(network && { network }) };
    },
  }));
  return {
    storable,
    wipe: () => {
      for (const { encryptionKey } of keys.values()) encryptionKey.fill(0);
    },
  };
}

function requireOpen(key: CodeKey, payload: ExportedCode['encryptedPayload']): void {
  try {
    openCodeWith(key, payload);
  } catch (error) {
    if (!(error instanceof ZKOpenError)) throw error;
    throw new CliError('failed', 'the master password does not decrypt it, or it was changed');
  }
}
