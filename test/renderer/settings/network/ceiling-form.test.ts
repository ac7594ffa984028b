import { describe, expect, it } from 'vitest';
import {
  ceilingFormOf,
  ceilingOf,
  ceilingProblems,
  emptyCeiling,
} from '../../../../src-renderer/features/settings/network/ceiling-form.ts';
import { CeilingEntry } from '../../../../src-shared/contracts/network/network-rules.ts';

describe('a host of the settings', () => {
  it.each([
    { host: '*' },
    { host: '*.example.com', ports: [443, 8443] },
    { host: 'db.example.com', ports: [5432], protocols: ['tcp' as const] },
  ])('%j comes back from its fields', (entry) => {
    expect(CeilingEntry.parse(ceilingOf(ceilingFormOf(entry)))).toEqual(entry);
  });

  it('is HTTPS alone at first', () => {
    expect(ceilingOf({ ...emptyCeiling, host: 'a.example.com' })).toEqual({
      host: 'a.example.com',
      ports: [443],
      protocols: ['tls'],
    });
  });

  it('has the messages of the contract at its fields', () => {
    const draft = { host: 'A.example.com', ports: '443 70000', protocols: [] };
    expect(Object.fromEntries(ceilingProblems(draft))).toEqual({
      host: 'must be in lower case',
      ports: 'Entry 2 must be at most 65,535.',
      protocols: 'must not be empty',
    });
  });
});
