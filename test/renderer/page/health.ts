import type { Health } from '../../../src-shared/contracts/service.contract.ts';

/** The state of a daemon that has no problem. */
export const goodHealth: Health = {
  status: 'ok',
  version: '0.1.0',
  uptimeSeconds: 60,
  engine: { name: 'docker', status: 'ready', place: 'machine' },
  database: 'ok',
  auditCopy: 'ok',
  integrity: { status: 'ok' },
  keyStore: 'os',
  previousStop: 'clean',
  hasAccounts: true,
};
