/** The containers that the fake node makes of manifests. */
import { expect, test } from 'vitest';
import { podManifest, type SandboxPod } from '../../../../src-daemon/engine/kubernetes/pods/pod-manifest.ts';
import { containerOptions } from '../../../support/kubernetes/nodes/container-options.ts';
import { expandReferences } from '../../../support/kubernetes/nodes/expand-references.ts';
import { readMultiplexed } from '../../../support/kubernetes/nodes/multiplexed.ts';
import { createPodStore } from '../../../support/kubernetes/pod-store.ts';

const sandbox: SandboxPod = {
  ...{ name: 'one', instanceId: 'instance-1', image: 'an-image', uid: 100_001, transit: '--transit=00' },
  warm: { argv: ['/usr/bin/python3', '/work/$(HOME).py'], env: { MARK: '$(PATH) $$' } },
  ...{ memoryMb: 256, pids: 64, workMb: 64, scratchMb: 32, lifetimeSeconds: 60 },
  cluster: { hasUserNamespaces: false, hasClosedNetwork: false },
};

const node = { image: 'sha256:0', hasNetwork: false, hasGroupKill: true, labels: { test: 'label' } };

function optionsOf(spec: object, changes: Partial<typeof node> = {}) {
  return containerOptions(createPodStore().create({ metadata: { name: 'one' }, spec }), { ...node, ...changes });
}

function containerWith(changes: object) {
  return { containers: [{ name: 'a', image: 'an-image', ...changes }] };
}

test('a sandbox has all that its manifest says', () => {
  const options = optionsOf(podManifest(sandbox).spec);
  expect(options).toMatchObject({
    ...{
      Image: 'sha256:0',
      Hostname: 'sandbox',
      User: '100001:100001',
      WorkingDir: '/work',
      Labels: { test: 'label' },
    },
    ...{ OpenStdin: true, StdinOnce: true, Tty: false, Entrypoint: ['/sbin/strongroom-init'] },
    HostConfig: {
      ...{ NetworkMode: 'none', Dns: ['127.0.0.1'], ReadonlyRootfs: true, CapDrop: ['ALL'] },
      SecurityOpt: ['no-new-privileges'],
      ...{ Memory: 256 * 1024 ** 2, MemorySwap: 256 * 1024 ** 2, OomKillDisable: true, NanoCpus: 1e9 },
      Tmpfs: {
        '/work': `rw,exec,suid,dev,size=${64 * 1024 ** 2},mode=0777,uid=0,gid=0`,
        '/tmp': `rw,exec,suid,dev,size=${32 * 1024 ** 2},mode=0777,uid=0,gid=0`,
        '/run/sandbox': 'rw,exec,suid,dev,size=65536,mode=0777,uid=0,gid=0',
      },
    },
  });
  // The manifest writes a dollar sign as two.
  expect(options.Cmd?.slice(-2)).toEqual(['/usr/bin/python3', '/work/$(HOME).py']);
  expect(options.Env).toContain('MARK=$(PATH) $$');
});

test('a container without a security context is not confined', () => {
  const { HostConfig, User } = optionsOf(containerWith({}));
  expect(HostConfig).toMatchObject({ SecurityOpt: ['seccomp=unconfined'], ReadonlyRootfs: false });
  expect([User, HostConfig?.CapDrop, HostConfig?.Memory]).toEqual([undefined, undefined, undefined]);
});

test('a network and a limit of processes are those of the cluster', () => {
  expect(optionsOf(containerWith({})).HostConfig).not.toHaveProperty('PidsLimit');
  const options = containerOptions(createPodStore().create({ metadata: { name: 'one' }, spec: containerWith({}) }), {
    ...{ ...node, hasNetwork: true, pids: 100 },
  });
  expect(options.HostConfig).toMatchObject({ NetworkMode: 'bridge', PidsLimit: 100 });
});

test.each([
  ['$(A)', 'one'],
  ['$$(A)', '$(A)'],
  ['$$$(A)', '$one'],
  ['$(UNKNOWN) $A $ $(', '$(UNKNOWN) $A $ $('],
  ['$(A', '$(A'],
  ['$()$(A)', '$()one'],
  ['a$', 'a$'],
])('%s becomes %s', (text, expanded) => {
  expect(expandReferences(text, new Map([['A', 'one']]))).toBe(expanded);
});

test('a variable refers to those before it', () => {
  const env = [
    { name: 'A', value: 'one' },
    { name: 'B', value: '$(A)$(C)' },
    { name: 'C', value: '$(B)' },
  ];
  expect(optionsOf(containerWith({ env })).Env?.slice(-3)).toEqual(['A=one', 'B=one$(C)', 'C=one$(C)']);
});

test.each([
  ['two containers', { containers: [{ name: 'a' }, { name: 'b' }] }],
  [
    'a volume of the node',
    { ...containerWith({ volumeMounts: [{ name: 'v', mountPath: '/v' }] }), volumes: [{ name: 'v', hostPath: {} }] },
  ],
  ['an amount that is none', containerWith({ resources: { limits: { memory: 'much' } } })],
])('a manifest with %s is refused', (_name, spec) => {
  expect(() => optionsOf(spec)).toThrow();
});

test('the streams of a container are taken apart, wherever the pieces end', async () => {
  const piece = (stream: number, text: string) => {
    const header = Buffer.from([stream, 0, 0, 0, 0, 0, 0, text.length]);
    return Buffer.concat([header, Buffer.from(text)]);
  };
  const all = Buffer.concat([piece(1, 'out'), piece(2, ''), piece(2, 'error'), piece(1, 'put')]);
  for (const size of [1, 5, 8, 100]) {
    const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
      all.subarray(at * size, (at + 1) * size),
    );
    const found = { output: '', errors: '' };
    async function* source() {
      yield* chunks;
    }
    for await (const { isError, bytes } of readMultiplexed(source())) found[isError ? 'errors' : 'output'] += bytes;
    expect(found).toEqual({ output: 'output', errors: 'error' });
  }
});
