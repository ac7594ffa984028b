/** kubectl reads the manifests, and with STRONGROOM_KUBECONFIG a real cluster takes them. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { podManifest } from '../../../../src-daemon/engine/kubernetes/pods/pod-manifest.ts';
import { startDiscoveryServer } from '../../../support/kubernetes/discovery-server.ts';
import { hasKubectl, kubectlWith, reportSkipped } from './kubectl.ts';
import { runManifests } from './run-kube.ts';

const kubeconfig = process.env.STRONGROOM_KUBECONFIG;
reportSkipped(!hasKubectl, 'kubectl reads the manifests: kubectl is not in PATH (Debian: kubernetes-client)');
reportSkipped(!kubeconfig, 'a cluster takes the manifests: STRONGROOM_KUBECONFIG names no kubeconfig');

const objects = (namespace: string) => [
  `namespace/${namespace}`,
  'serviceaccount/strongroom',
  'role.rbac.authorization.k8s.io/strongroom',
  'rolebinding.rbac.authorization.k8s.io/strongroom',
  'networkpolicy.networking.k8s.io/strongroom',
  'resourcequota/strongroom',
  'limitrange/strongroom',
];

/** Runs `kubectl apply` without sending anything, against a server that only lists its kinds. */
async function dryRun(manifests: string) {
  const server = await startDiscoveryServer();
  try {
    const kubectl = kubectlWith('--server', server.url, '--validate=false');
    return { ...(await kubectl(['apply', '--dry-run=client', '-f', '-'], manifests)), requests: server.requests };
  } finally {
    await server.stop();
  }
}

describe.skipIf(!hasKubectl)('kubectl', () => {
  test.each([
    ['YAML', []],
    ['JSON', ['--json']],
  ])('reads every object as %s', async (_format, flags) => {
    const { stdout: manifests } = await runManifests('--namespace', 'on', ...flags);
    const { exitCode, stderr, lines, requests } = await dryRun(manifests);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(lines).toEqual(objects('on').map((name) => `${name} created (dry run)`));
    // It asks whether each object exists in the namespace.
    const asked = requests.filter((request) => request.includes('/namespaces/on/'));
    expect(asked.filter((request) => request.endsWith('/strongroom'))).toHaveLength(6);
    expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it('takes a name such as "on" for a boolean without the quotes', async () => {
    const { stdout: manifests } = await runManifests('--namespace', 'on');
    const { exitCode, stderr } = await dryRun(manifests.replaceAll('"on"', 'on'));
    expect(exitCode).toBe(1);
    expect(stderr).toContain('ObjectMeta');
  });
});

describe.skipIf(!hasKubectl || !kubeconfig)('a cluster', () => {
  const namespace = `strongroom-test-${randomBytes(6).toString('hex')}`;
  const account = `--as=system:serviceaccount:${namespace}:strongroom`;
  const kubectl = kubectlWith('--kubeconfig', kubeconfig ?? '');
  let manifests = '';

  beforeAll(async () => {
    manifests = (await runManifests('--namespace', namespace, '--max-pods', '3')).stdout;
    const { exitCode, lines, stderr } = await kubectl(['apply', '-f', '-'], manifests);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(lines).toEqual(objects(namespace).map((name) => `${name} created`));
  });

  afterAll(async () => {
    await kubectl(['delete', 'namespace', namespace, '--wait=false']);
  });

  it.each(['3', '4', '4096'])(
    'has the objects of %s pods as they were given: a second time changes nothing',
    async (pods) => {
      const { stdout } = await runManifests('--namespace', namespace, '--max-pods', pods);
      const first = await kubectl(['apply', '-f', '-'], stdout);
      expect(first.lines).toContain(`resourcequota/strongroom ${pods === '3' ? 'unchanged' : 'configured'}`);
      const { lines } = await kubectl(['apply', '-f', '-'], stdout);
      expect(lines).toEqual(objects(namespace).map((name) => `${name} unchanged`));
      await kubectl(['apply', '-f', '-'], manifests);
    },
  );

  it('gives the account these rights in its namespace and no other one', async () => {
    const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: { namespace } };
    const { stdout } = await kubectl(['create', '-f', '-', '-o', 'json', account], JSON.stringify(review));
    const { status } = JSON.parse(stdout) as {
      status: { resourceRules: { apiGroups: string[]; resources: string[] }[] };
    };
    // Every account may ask for its own rights.
    const rules = status.resourceRules.filter(({ apiGroups }) => !apiGroups.includes('authorization.k8s.io'));
    const compareResources = (a: (typeof rules)[number], b: (typeof rules)[number]) =>
      String(a.resources).localeCompare(String(b.resources));
    expect(rules.toSorted(compareResources)).toEqual([
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create', 'get', 'delete'] },
      { apiGroups: [''], resources: ['pods'], verbs: ['create', 'get', 'list', 'watch', 'delete'] },
      { apiGroups: [''], resources: ['pods/attach'], verbs: ['get', 'create'] },
    ]);
  });

  it.each([
    ['yes', ['create', 'pods']],
    ['yes', ['get', 'pods', '--subresource=attach']],
    ['no', ['update', 'leases.coordination.k8s.io']],
    ['no', ['patch', 'pods']],
    ['no', ['deletecollection', 'pods']],
    ['no', ['get', 'pods', '--subresource=log']],
    ['no', ['create', 'pods', '--subresource=exec']],
    ['no', ['get', 'secrets']],
    ['no', ['delete', 'networkpolicies.networking.k8s.io']],
    ['no', ['update', 'resourcequotas']],
    ['no', ['create', 'rolebindings.rbac.authorization.k8s.io']],
    ['no', ['list', 'leases.coordination.k8s.io']],
    ['no', ['list', 'pods', '--all-namespaces']],
    ['no', ['create', 'pods', '--namespace=default']],
    ['no', ['list', 'nodes']],
  ])('answers %s to: may the account %j?', async (expected, asked) => {
    const scope = asked.some((one) => /^--(all-)?namespace/.test(one)) ? [] : ['--namespace', namespace];
    const { lines } = await kubectl(['auth', 'can-i', ...asked, ...scope, account]);
    expect(lines[0]).toBe(expected);
  });

  it('admits a sandbox of the account, and refuses one with more memory than a sandbox can have', async () => {
    const create = (memoryMb: number) => {
      const pod = { apiVersion: 'v1', kind: 'Pod', ...podOf(memoryMb) };
      return kubectl(['create', '--dry-run=server', '-f', '-', '-n', namespace, account], JSON.stringify(pod));
    };
    expect(await create(256)).toMatchObject({ exitCode: 0, stderr: '' });
    const { exitCode, stderr } = await create(4097);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('maximum memory usage per Container is 4Gi');
  });

  it('refuses sandboxes above the quota', async () => {
    const { stdout } = await kubectl([
      'get',
      'resourcequota',
      'strongroom',
      '-n',
      namespace,
      '-o',
      'jsonpath={.spec.hard}',
    ]);
    expect(JSON.parse(stdout)).toEqual({
      ...{ pods: '3', 'requests.cpu': '750m', 'limits.cpu': '3' },
      ...{ 'requests.memory': '1536Mi', 'limits.memory': '1536Mi' },
    });
    const pod = { apiVersion: 'v1', kind: 'Pod', ...podOf(2048) };
    const args = ['create', '--dry-run=server', '-f', '-', '-n', namespace, account];
    const { exitCode, stderr } = await kubectl(args, JSON.stringify(pod));
    expect(exitCode).toBe(1);
    expect(stderr).toContain('exceeded quota: strongroom');
  });
});

function podOf(memoryMb: number) {
  const names = { name: 'p', instanceId: 'i', image: `registry.example/a@sha256:${'0'.repeat(64)}`, transit: '-' };
  const sizes = { uid: 1000, memoryMb, pids: 64, workMb: 64, scratchMb: 32, lifetimeSeconds: 60 };
  return podManifest({ ...names, ...sizes, cluster: { hasUserNamespaces: false, hasClosedNetwork: false } });
}
