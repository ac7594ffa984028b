import { describe, expect, it } from 'vitest';
import { editFieldsOf } from '../../../src-renderer/features/secrets/edit-fields.ts';
import { bindingFormOf, emptyHost } from '../../../src-renderer/features/secrets/hosts/binding-form.ts';
import type { SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';

const time = '2026-11-24T12:00:00.000Z';
const plain: SecretMetadata = {
  ...{ name: 'TOKEN', description: 'first', version: 1, createdAt: time, updatedAt: time, lastUsedAt: null },
};
const bound: SecretMetadata = { ...plain, hosts: [{ host: 'api.example.com' }], placeholderPrefix: 'sk-' };
const draftOf = (secret: SecretMetadata) => ({ description: secret.description, binding: bindingFormOf(secret) });

describe('an edit sends', () => {
  it('nothing that is unchanged', () => {
    for (const secret of [plain, bound]) expect(editFieldsOf(secret, draftOf(secret))).toEqual({});
  });

  it('an empty description, because it removes the old one', () => {
    expect(editFieldsOf(bound, { ...draftOf(bound), description: '' })).toEqual({ description: '' });
  });

  it('the hosts of a secret that becomes bound, and no prefix that it does not have', () => {
    const binding = {
      ...bindingFormOf(plain),
      kind: 'hosts' as const,
      hosts: [{ ...emptyHost, host: ' a.example ' }],
    };
    expect(editFieldsOf(plain, { ...draftOf(plain), binding })).toEqual({ hosts: [{ host: 'a.example' }] });
  });

  it('no hosts for a secret that becomes a variable', () => {
    const binding = { ...bindingFormOf(bound), kind: 'variable' as const };
    expect(editFieldsOf(bound, { ...draftOf(bound), binding })).toEqual({ hosts: [] });
  });

  it('null for a beginning of the placeholder that was removed', () => {
    const binding = { ...bindingFormOf(bound), placeholderPrefix: '' };
    expect(editFieldsOf(bound, { ...draftOf(bound), binding })).toEqual({ placeholderPrefix: null });
  });
});
