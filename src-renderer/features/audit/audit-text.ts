import type { AuditEntry } from '../../../src-shared/contracts/audit.contract.ts';

/** Labels of the audit actions. */
export const actionLabels: Readonly<Record<string, string>> = {
  'code.execute': 'Ran code',
  'code.generate': 'Generated code',
  'code.generate_execute': 'Generated and ran code',
  'execution.pin': 'Pinned or unpinned a run',
  'execution.delete': 'Deleted a run from the history',
  'zk.execute': 'Ran a script of the vault',
  'zk.store': 'Stored a script',
  'zk.read': 'Read a script',
  'zk.list': 'Listed the vault',
  'zk.rename': 'Renamed a script',
  'zk.reseal': 'Changed the master password of a script',
  'zk.delete': 'Deleted a script',
  'secret.create': 'Created a secret',
  'secret.update': 'Replaced a secret',
  'secret.edit': 'Changed a secret without its value',
  'secret.delete': 'Deleted a secret',
  'secret.list': 'Listed secrets',
  'package.set': 'Replaced the package lists',
  'package.add': 'Added a package',
  'package.remove': 'Removed a package',
  'auth.register': 'Created the account',
  'auth.login': 'Logged in',
  'auth.login_failed': 'Failed to log in',
  'auth.refresh': 'Renewed a session',
  'auth.logout': 'Logged out',
  'auth.password_change': 'Changed the password',
  'session.revoke': 'Ended a session',
  'session.end': 'The daemon ended a session',
  'session.reuse_detected': 'A replaced token was used again',
  'session.remember': 'Remembered a session',
  'session.restore': 'Restored a remembered session',
  'session.forget': 'Removed a remembered session',
  'api_key.create': 'Created an API key',
  'api_key.revoke': 'Revoked an API key',
  'settings.update': 'Changed settings',
  'provider.update': 'Changed a model provider',
  'provider.delete': 'Deleted a model provider',
  'item.accept': 'Accepted a rolled-back item',
  'item.adopt': 'Recorded the state of an item',
  'sandbox.create': 'Created a sandbox',
  'sandbox.execute': 'Ran code in a sandbox',
  'sandbox.pause': 'Paused a sandbox',
  'sandbox.resume': 'Resumed a sandbox',
  'sandbox.delete': 'A sandbox ended',
  'network.secret_used': 'Was about to send a secret',
  'network.secret_sent': 'Sent a secret to a host',
  'network.secret_not_sent': 'Did not send the secret',
  'network.blocked': 'Blocked a connection',
  'network.failed': 'A connection failed',
  'network.decided': 'Decided about a connection',
  'network.summary': 'Connections of a run',
  'audit.export': 'Exported the audit log',
  'account.delete': 'Deleted the account',
};

/** Returns an entry's metadata on one line: `language python · secrets 2`. */
export function describeMetadata({ metadata }: AuditEntry): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${textOf(value)}`)
    .join(' · ');
}

/** Returns the id of the run that an entry is about; undefined for another entry. */
export function runOf({ metadata: { executionId } }: AuditEntry): string | undefined {
  return typeof executionId === 'string' ? executionId : undefined;
}

/** Returns the searchable text of an entry, in lower case. */
export function searchTextOf(entry: AuditEntry): string {
  const { action, resource_type, resource_id, ip_address } = entry;
  const parts = [action, actionLabels[action], resource_type, resource_id, ip_address, describeMetadata(entry)];
  return parts.filter(Boolean).join(' ').toLowerCase();
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(' ');
  return String(value);
}
