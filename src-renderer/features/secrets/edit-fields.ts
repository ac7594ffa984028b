import type { SecretMetadata, SecretPatch } from '../../../src-shared/contracts/secrets.contract.ts';
import { type BindingForm, bindingFieldsOf } from './hosts/binding-form.ts';

interface EditedSecret {
  description: string;
  binding: BindingForm;
}

/** Returns the fields that an edit changes. Others are not sent, so a change of them in another window is kept. */
export function editFieldsOf(secret: SecretMetadata, { description, binding }: EditedSecret): SecretPatch {
  const { hosts = [], placeholderPrefix } = bindingFieldsOf(binding, secret);
  const isOtherUse = JSON.stringify(hosts) !== JSON.stringify(secret.hosts ?? []);
  const isOtherPrefix = hosts.length > 0 && placeholderPrefix !== secret.placeholderPrefix;
  return {
    ...(description !== secret.description && { description }),
    ...(isOtherUse && { hosts }),
    ...(isOtherPrefix && { placeholderPrefix: placeholderPrefix ?? null }),
  };
}
