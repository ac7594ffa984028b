import { describe, expect, it } from 'vitest';
import {
  emptyOptions,
  type RunOptionsDraft,
} from '../../../../src-renderer/features/executions/options/options-draft.ts';
import {
  isInRule,
  proposeRules,
  withoutSecret,
} from '../../../../src-renderer/features/executions/options/secret-rules.ts';
import { missingEntries } from '../../../../src-renderer/features/secrets/hosts/allow-hosts.tsx';
import { emptyRule, type RuleForm } from '../../../../src-renderer/ui/network/rule-form.ts';
import type { SecretMetadata } from '../../../../src-shared/contracts/secrets.contract.ts';

const secret: SecretMetadata = {
  ...{ name: 'API_TOKEN', description: '', version: 1, createdAt: '', updatedAt: '', lastUsedAt: null },
  hosts: [{ host: 'api.example.com' }],
};
const rule = (host: string, patch: Partial<RuleForm> = {}): RuleForm => ({ ...emptyRule, host, ...patch });
const options = (patch: Partial<RunOptionsDraft>): RunOptionsDraft => ({
  ...{ ...emptyOptions, secrets: ['API_TOKEN'] },
  ...patch,
});
const withRules = (...allow: RuleForm[]) => options({ network: 'rules', rules: { allow, onBlocked: 'deny' } });

describe('the rules that a secret with hosts brings', () => {
  it('are one for each of its hosts, in a run that has no network', () => {
    const two = { ...secret, hosts: [{ host: 'api.example.com' }, { host: '*.example.org' }] };
    expect(proposeRules(two, options({}), undefined)).toEqual({
      rules: {
        allow: [rule('api.example.com', { secrets: ['API_TOKEN'] }), rule('*.example.org', { secrets: ['API_TOKEN'] })],
        onBlocked: 'deny',
      },
      own: [
        { host: 'api.example.com', secrets: ['API_TOKEN'] },
        { host: '*.example.org', secrets: ['API_TOKEN'] },
      ],
      others: [],
    });
  });

  it('keep the other rules and come before a pattern, whose rule would be used instead', () => {
    const { rules, others } = proposeRules(secret, withRules(rule('a.example'), rule('*.example.com')), undefined);
    expect(rules.allow.map(({ host }) => host)).toEqual(['a.example', 'api.example.com', '*.example.com']);
    expect(others).toEqual([]);
  });

  it('give the secret to a rule of the host, with its limits', () => {
    const { own } = proposeRules(secret, withRules(rule('api.example.com', { methods: 'GET' })), undefined);
    expect(own).toEqual([{ host: 'api.example.com', methods: ['GET'], secrets: ['API_TOKEN'] }]);
  });

  it('name the hosts that the options kept for another network', () => {
    const kept = { ...withRules(rule('kept.example')), network: 'none' as const };
    expect(proposeRules(secret, kept, undefined).others).toEqual(['kept.example']);
  });

  it('are added to the rules that are stored with a script', () => {
    const stored = { allow: [{ host: 'stored.example' }], onBlocked: 'ask' as const };
    const { rules } = proposeRules(secret, options({ network: 'script' }), stored);
    expect(rules).toEqual({
      allow: [rule('stored.example'), rule('api.example.com', { secrets: ['API_TOKEN'] })],
      onBlocked: 'ask',
    });
  });

  it('count only in the network of the run', () => {
    const taken = withRules(rule('api.example.com', { secrets: ['API_TOKEN'] }));
    const stored = { allow: [{ host: 'api.example.com', secrets: ['API_TOKEN'] }] };
    expect(isInRule('API_TOKEN', taken, undefined)).toBe(true);
    expect(isInRule('API_TOKEN', { ...taken, network: 'none' }, stored)).toBe(false);
    expect(isInRule('API_TOKEN', { ...taken, network: 'script' }, undefined)).toBe(false);
    expect(isInRule('API_TOKEN', { ...taken, network: 'script' }, stored)).toBe(true);
  });

  it('are removed with the secret, but not those that do more', () => {
    const secrets = ['API_TOKEN'];
    const draft = withRules(
      rule('api.example.com', { secrets }),
      rule('limited.example.com', { secrets, methods: 'GET' }),
      rule('shared.example.com', { secrets: ['API_TOKEN', 'OTHER'] }),
    );
    const change = withoutSecret('API_TOKEN', draft);
    expect(change.secrets).toEqual([]);
    expect(change.rules?.allow).toEqual([
      rule('limited.example.com', { methods: 'GET' }),
      rule('shared.example.com', { secrets: ['OTHER'] }),
    ]);
    expect(withoutSecret('API_TOKEN', options({}))).toEqual({ secrets: [] });
  });
});

describe('the hosts of a secret that the settings do not allow yet', () => {
  const draft = (...hosts: string[]) => ({
    ...{ kind: 'hosts' as const, placeholderPrefix: '' },
    hosts: hosts.map((host) => ({ host, locations: [] })),
  });

  it('are offered once each, at the port that a rule has, if they are valid', () => {
    const binding = draft('api.example.com', ' api.example.com', 'known.example.org', 'http://x', '');
    expect(missingEntries(binding, [{ host: '*.example.org' }])).toEqual([
      { host: 'api.example.com', ports: [443], protocols: ['tls'] },
    ]);
  });

  it('are none of a secret that programs get', () => {
    expect(missingEntries({ ...draft('api.example.com'), kind: 'variable' }, [])).toEqual([]);
  });
});
