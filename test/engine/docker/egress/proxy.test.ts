import { expect, test } from 'vitest';
import { startConnectProxy } from '../../../support/network/connect-proxy.ts';
import { boundSecret, describeRules, farName } from './rule-runs.ts';

describeRules('a run with network rules and a proxy', { plan: 214 }, ({ run, far, names }) => {
  test('reaches allowed hosts through the proxy, with its secrets, and no others', async () => {
    names().asked.length = 0;
    const proxy = await startConnectProxy(() => ({ host: far().far.address, port: 443 }));
    try {
      const result = await run({
        code: `
curl -sS --max-time 15 -H "Authorization: Bearer $TOKEN" https://${farName}/answer; echo
curl -sS --max-time 15 https://other.example/ 2>/dev/null; echo "exit $?"`,
        allow: [{ host: farName, secrets: ['TOKEN'] }],
        secrets: [boundSecret('TOKEN', 'a value that stays outside')],
        proxy: proxy.address,
      });
      expect(result.stdout).toBe('Bearer ***\nexit 6\n');
      expect(proxy.asked).toEqual([`${farName}:443`]);
      expect(names().asked).toEqual([]);
    } finally {
      proxy.stop();
    }
  });
});
