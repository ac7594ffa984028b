import { expect, test } from 'vitest';
import { createEgressContext, openEgress } from '../../../src-daemon/egress/open-egress.ts';

test('network rules are refused in gVisor, before a process starts', async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const context = createEgressContext({ log, nameServers: undefined, stopped: AbortSignal.abort(new Error('none')) });
  const hooks = { onEvent: () => {}, onRequest: () => {}, onSecretUse: () => {} };
  const policy = { rules: [], onBlocked: 'deny', secrets: [], extraCa: '' } as const;
  const order = { policy, hooks, hasKeyStore: false, runtime: 'runsc', connections: 1 };
  await expect(openEgress(context, order)).rejects.toMatchObject({ code: 'egress_unavailable' });
});
