import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import type { TestUser } from '../daemon/test-daemon.ts';

/** Returns the rows of an action, or all, in the audit log of an account, newest first. */
export async function readAuditLog({ client }: TestUser, action?: string) {
  const { logs } = await client.call(listAuditLog);
  return logs.filter((row) => action === undefined || row.action === action);
}
