/**
 * Adds the columns that decide whether a credential sees a sandbox that has ended: the credential that created it, and
 * its network as JSON. Both are null for a sandbox of an older version.
 */
export const sandboxRights: readonly string[] = [
  'ALTER TABLE sandboxes ADD COLUMN credential_id TEXT',
  'ALTER TABLE sandboxes ADD COLUMN network TEXT',
];
