import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { codeNameLimits, folderOf, nameInFolder } from '../../../../src-shared/formats/code-name.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { useDocuments } from '../documents/documents-store.ts';
import { changeDocument } from '../documents/script-drafts.ts';
import type { PlainCode } from '../documents/script-edit.ts';

/** Opens a copy of a script, as the editor shows it, as a new script. It is stored when the user saves it. */
export function duplicateScript(
  text: PlainCode,
  stored: readonly EncryptedCodeMetadata[],
  hasNewScript: boolean,
): void {
  if (hasNewScript) {
    showToast('The new script has unsaved changes. Save or discard it before you duplicate another one.', 'danger');
    return;
  }
  const name = freeNameOf(text.name, new Set(stored.map((other) => other.name)));
  changeDocument('script-new', { base: 0, text: { ...text, name } });
  useDocuments.getState().choose(undefined);
}

/** Returns a free name for another script like this: `reports/a.py` is `reports/a copy.py`, then `reports/a copy 2.py`. */
export function freeNameOf(name: string, taken: ReadonlySet<string>): string {
  const folder = folderOf(name);
  const base = folder === '' ? name : name.slice(folder.length + 1);
  const dot = base.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [base.slice(0, dot), base.slice(dot)] : [base, ''];
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? ' copy' : ` copy ${number}`;
    const limit = Math.min(codeNameLimits.segment, codeNameLimits.name - (folder === '' ? 0 : folder.length + 1));
    const cut = stem.slice(0, Math.max(1, limit - suffix.length - ending.length));
    const free = nameInFolder(folder, `${cut}${suffix}${ending}`);
    if (!taken.has(free)) return free;
  }
}
