import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { rulesFormOf } from '../../../ui/network/rule-form.ts';
import type { PlainCode } from '../documents/script-edit.ts';

/** Returns new code that replaces a script. It keeps the description and the network rules that the new code lacks. */
export function keepingOf(text: PlainCode, replaced: EncryptedCodeMetadata): PlainCode {
  const network = text.network ?? (replaced.network && rulesFormOf(replaced.network));
  return { ...text, description: text.description || replaced.description, ...(network && { network }) };
}
