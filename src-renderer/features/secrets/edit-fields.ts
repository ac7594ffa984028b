import type { SecretMetadata, SecretPatch } from '../../../src-shared/contracts/secrets.contract.ts';
import { type BindingDraft, bindingFieldsOf } from './hosts/binding-draft.ts';

interface EditDraft {
  description: string;
  binding: BindingDraft;
}

/** Returns the fields that an edit changes. Others are not sent, so a change of them in another window is kept. */
export function editFieldsOf(secret: SecretMetadata, { description, binding }: EditDraft): SecretPatch {
  const { hosts = [], placeholderPrefix } = bindingFieldsOf(binding, secret);
  const isOtherUse = JSON.stringify(hosts) !== JSON.stringify(secret.hosts ?? []);
  const isOtherPrefix = hosts.length > 0 && placeholderPrefix !== secret.placeholderPrefix;
  return {
    ...(description !== secret.description && { description }),
    ...(isOtherUse && { hosts }),
    ...(isOtherPrefix && { placeholderPrefix: placeholderPrefix ?? null }),
  };
}
