/** The hosts that an installer in a cluster may reach. */
import { describe, expect, test } from 'vitest';
import type { PackageSource } from '../../../../src-daemon/egress/index-hosts.ts';
import { planInstallerNetwork } from '../../../../src-daemon/engine/kubernetes/packages/installer-network.ts';
import type { NetworkEventData } from '../../../../src-shared/contracts/network/network-events.ts';

const addresses: Record<string, string[]> = {
  'pypi.org': ['151.101.0.223'],
  'files.pythonhosted.org': ['151.101.0.224'],
  'index.corp.example': ['10.1.2.3'],
  'proxy.corp.example': ['10.1.2.4'],
  'both.example': ['10.1.2.5', '151.101.0.225'],
};

function plan(source: Partial<PackageSource>, lines: string[] = []) {
  const order = { packageManager: 'pip', packages: { six: '' }, source: { certificates: '', ...source } } as const;
  return planInstallerNetwork(
    order,
    async (name) => addresses[name] ?? [],
    (line) => lines.push(line),
  );
}

const rulesOf = async (source: Partial<PackageSource>) =>
  (await plan(source)).policy.rules.map(({ host, address, ports, protocol }) => [protocol, host, ports, address]);

describe('an installer may reach', () => {
  test('the public index, whose addresses are looked up for each connection', async () => {
    expect(await rulesOf({})).toEqual([
      ['tcp', 'pypi.org', [443], undefined],
      ['tcp', 'files.pythonhosted.org', [443], undefined],
    ]);
  });

  test('an index at a private address, at that address', async () => {
    expect(await rulesOf({ indexUrl: 'http://index.corp.example:8080/simple/' })).toEqual([
      ['tcp', 'index.corp.example', [8080], '10.1.2.3'],
    ]);
    expect(await rulesOf({ indexUrl: 'https://both.example/simple/' })).toEqual([
      ['tcp', 'both.example', [443], '10.1.2.5'],
    ]);
  });

  test('the proxy, and not the public index behind it', async () => {
    expect(await rulesOf({ proxy: 'http://user:pass@proxy.corp.example:3128' })).toEqual([
      ['tcp', 'proxy.corp.example', [3128], '10.1.2.4'],
    ]);
  });

  test('a proxy without a name, which gets one', async () => {
    const { policy, order } = await plan({ proxy: 'http://user:pass@10.1.2.4:3128' });
    expect(policy.rules).toMatchObject([{ host: 'proxy.strongroom.internal', address: '10.1.2.4', ports: [3128] }]);
    expect(order.source.proxy).toBe('http://user:pass@proxy.strongroom.internal:3128/');
    expect(await rulesOf({ proxy: 'http://151.101.0.1:3128' })).toEqual([
      ['tcp', 'proxy.strongroom.internal', [3128], '151.101.0.1'],
    ]);
  });
});

test.each([
  { indexUrl: 'http://10.1.2.3/simple/' },
  { indexUrl: 'https://10.1.2.3/simple/' },
  { proxy: 'https://10.1.2.4:3128' },
])('an index without a name is refused (%#)', async (source) => {
  await expect(plan(source)).rejects.toMatchObject({
    fault: 'installer',
    reason: expect.stringContaining('must have a name'),
  });
});

test.each([{ indexUrl: 'http://127.0.0.1/simple/' }, { indexUrl: 'http://unknown.example/' }])(
  'an index that cannot be reached is refused (%#)',
  async (source) => {
    await expect(plan(source)).rejects.toMatchObject({ fault: 'installer' });
  },
);

test('a host that is not part of the index is a line of the log, once', async () => {
  const lines: string[] = [];
  const { hooks } = await plan({}, lines);
  const event = { id: 1, host: 'evil.example', port: 443, rule: null, bytesIn: 0, bytesOut: 0 };
  const blocked: NetworkEventData = { ...event, phase: 'blocked', reason: 'name_not_allowed' };
  hooks.onEvent(blocked);
  hooks.onEvent(blocked);
  hooks.onEvent({ ...event, phase: 'open' });
  hooks.onEvent({ ...blocked, host: 'pypi.org', reason: 'connect_failed' });
  expect(lines).toEqual(['Access to evil.example was refused: it is not a host of the package index.']);
  expect(() => hooks.onSecretUse('pypi.org', 'TOKEN')).toThrow('no secrets');
});
