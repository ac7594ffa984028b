import { describe, expect, it } from 'vitest';
import {
  type BindingForm,
  bindingFieldsOf,
  bindingFormOf,
  hostProblems,
  locationsText,
  prefixProblem,
} from '../../../../src-renderer/features/secrets/hosts/binding-form.ts';
import { SecretHosts } from '../../../../src-shared/contracts/network/secret-hosts.ts';
import type { SecretMetadata } from '../../../../src-shared/contracts/secrets.contract.ts';

const metadata: SecretMetadata = {
  ...{ name: 'TOKEN', description: '', version: 1, createdAt: '', updatedAt: '', lastUsedAt: null },
  hosts: [{ host: 'api.example.com' }, { host: 'old.example.com', in: ['x-key', 'query:key', 'body:/auth/token'] }],
  placeholderPrefix: 'sk-',
};

describe('where a secret is used', () => {
  it('comes back from the metadata of the secret', () => {
    const draft = bindingFormOf(metadata);
    expect(draft).toMatchObject({ kind: 'hosts', placeholderPrefix: 'sk-', hosts: [{ locations: [] }, {}] });
    expect(bindingFieldsOf(draft, metadata)).toEqual({ hosts: metadata.hosts, placeholderPrefix: 'sk-' });
  });

  it('is a variable for a new secret, and has an empty host for the other choice', () => {
    const draft = bindingFormOf(undefined);
    expect(draft).toEqual({ kind: 'variable', hosts: [{ host: '', locations: [] }], placeholderPrefix: '' });
    expect(bindingFieldsOf(draft, undefined)).toEqual({});
  });

  it('is sent as no hosts when a secret with hosts becomes a variable', () => {
    expect(bindingFieldsOf({ ...bindingFormOf(metadata), kind: 'variable' }, metadata)).toEqual({ hosts: [] });
  });

  it('takes headers in any case and JSON pointers without their first slash', () => {
    const locations = [
      { kind: 'header', name: ' X-Api-Key ' },
      { kind: 'query', name: 'key' },
      { kind: 'body', name: 'auth/token' },
      { kind: 'path', name: 'left' },
    ] as const;
    const draft: BindingForm = {
      kind: 'hosts',
      hosts: [{ host: ' api.example.com ', locations }],
      placeholderPrefix: '',
    };
    const { hosts } = bindingFieldsOf(draft, undefined);
    expect(SecretHosts.parse(hosts)).toEqual([
      { host: 'api.example.com', in: ['x-api-key', 'query:key', 'body:/auth/token', 'path'] },
    ]);
  });

  it('has the messages of the contract at its fields', () => {
    const problems = hostProblems({
      host: '10.0.0.1',
      locations: [
        { kind: 'header', name: 'x-key' },
        { kind: 'header', name: 'host' },
      ],
    });
    expect(Object.fromEntries(problems)).toEqual({
      host: 'must be a name, not an address',
      'in[1]': 'must be a header in lower case, query:<parameter>, body:<JSON pointer> or path',
    });
    expect([prefixProblem(''), prefixProblem('sk-'), prefixProblem('a b')]).toEqual([
      undefined,
      undefined,
      expect.stringContaining('letters'),
    ]);
  });

  it('is described on one line', () => {
    expect((metadata.hosts ?? []).map(locationsText)).toEqual(['', 'x-key, query key, body /auth/token']);
  });
});
