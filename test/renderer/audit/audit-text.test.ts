import { describe, expect, it } from 'vitest';
import { auditActions } from '../../../src-daemon/audit/audit-actions.ts';
import { describeMetadata, searchTextOf } from '../../../src-renderer/features/audit/audit-text.ts';
import type { AuditEntry } from '../../../src-shared/contracts/audit.contract.ts';
import { actionLabels } from '../../../src-shared/formats/audit-actions.ts';

const entry = {
  ...{ id: 1, action: 'secret.create', resource_type: 'secret', resource_id: 'TOKEN', ip_address: '127.0.0.1' },
  metadata: { name: 'TOKEN', scopes: ['execute', 'secrets'], actor: { kind: 'session', id: 's1' }, hasKey: true },
} as unknown as AuditEntry;

describe('an entry of the audit log', () => {
  it('has a text for each action of the daemon, and for no other', () => {
    expect(Object.keys(actionLabels).toSorted()).toEqual(Object.keys(auditActions).toSorted());
  });

  it('shows its metadata on one line, lists and objects too', () => {
    expect(describeMetadata(entry)).toBe('name TOKEN · scopes execute, secrets · has key true · by session s1');
    expect(describeMetadata({ ...entry, metadata: {} })).toBe('');
    expect(describeMetadata({ ...entry, metadata: { name: 'A', place: 'machine' } })).toBe('name A');
    expect(describeMetadata({ ...entry, metadata: { name: 'A', place: 'cluster' } })).toBe('name A · place cluster');
  });

  it('is found by its action, the text of it, its resource, its address and its metadata', () => {
    const text = searchTextOf(entry);
    for (const part of ['secret.create', 'created a secret', 'token', '127.0.0.1', 'execute, secrets'])
      expect(text).toContain(part);
    expect(text).toBe(text.toLowerCase());
  });

  it('without a resource and an address, and of an unknown action, is found by what it has', () => {
    const bare = { ...entry, action: 'of.a_later_version', resource_id: null, ip_address: null, metadata: {} };
    expect(searchTextOf(bare as unknown as AuditEntry)).toBe('of.a_later_version secret');
  });
});
