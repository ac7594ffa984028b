/** The permission that code may leave the machine: only a session gives it, and any admin key can take it back. */
import { expect, it } from 'vitest';
import { readSettings, updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { readAuditLog } from '../../support/sandboxes/audit-rows.ts';

const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
const patch = (allowed: boolean) => ({ body: { cluster: { allowed } } });

it('is off, and no API key can turn it on, whatever its scopes', async () => {
  const user = await daemon().newUser();
  expect((await user.client.call(readSettings)).cluster).toEqual({ allowed: false });
  expect(await user.client.refusal(updateSettings, patch(true))).toMatchObject({
    status: 403,
    code: 'forbidden',
    message: expect.stringContaining('leave the machine'),
    details: [{ path: 'cluster.allowed' }],
  });
  expect((await user.client.call(readSettings)).cluster.allowed).toBe(false);
  expect(await readAuditLog(user, 'settings.update')).toEqual([]);
});

it('is turned on by a session, with a row of the audit log; a key can keep it or turn it off', async () => {
  const user = await daemon().newUser();
  await user.session.call(updateSettings, patch(true));
  expect(await readAuditLog(user, 'settings.update')).toMatchObject([{ metadata: { fields: ['cluster.allowed'] } }]);
  const all = await user.client.call(readSettings);
  expect((await user.client.call(updateSettings, { body: all })).cluster.allowed).toBe(true);
  expect((await user.client.call(updateSettings, patch(false))).cluster.allowed).toBe(false);
});
