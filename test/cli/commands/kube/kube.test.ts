/** `strongroom kube manifests`: every object and right that it prints, and the names and numbers that it refuses. */
import { describe, expect, it, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { podManifest } from '../../../../src-daemon/engine/kubernetes/pods/pod-manifest.ts';
import { runCommand, runManifests } from './run-kube.ts';

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  [field: string]: unknown;
}

/** Reads the output as kubectl does, whose YAML is 1.1. */
function parse(yaml: string): Manifest[] {
  const documents = parseAllDocuments(yaml, { version: '1.1' });
  expect([...documents].flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  return [...documents].map((document) => document.toJS() as Manifest);
}

async function manifestsOf(...args: string[]): Promise<Manifest[]> {
  const { exitCode, stdout, stderr } = await runManifests(...args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return parse(stdout);
}

const all = await manifestsOf('--namespace', 'team-1');

/** Returns the fields of the only object of a kind, without those that every object has. */
function fieldsOf(kind: string, manifests = all) {
  const found = manifests.filter((one) => one.kind === kind);
  expect(found).toHaveLength(1);
  const [{ apiVersion, kind: _kind, metadata: _metadata, ...fields } = {} as Manifest] = found;
  return { apiVersion, ...fields };
}

describe('the manifests', () => {
  it('are these objects, and the namespace comes first', () => {
    expect(all.map(({ kind }) => kind)).toEqual([
      ...['Namespace', 'ServiceAccount', 'Role', 'RoleBinding', 'NetworkPolicy', 'ResourceQuota', 'LimitRange'],
    ]);
  });

  it('are all in the namespace, and nothing is for the whole cluster', () => {
    const [namespace, ...rest] = all;
    expect(namespace?.metadata.name).toBe('team-1');
    expect(namespace?.metadata).not.toHaveProperty('namespace');
    for (const { metadata } of rest) expect(metadata).toEqual({ name: 'strongroom', namespace: 'team-1' });
  });

  it('let the namespace admit only pods of the standard "Restricted"', () => {
    expect(all[0]).toEqual({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: 'team-1',
        labels: {
          'pod-security.kubernetes.io/enforce': 'restricted',
          'pod-security.kubernetes.io/enforce-version': 'v1.35',
        },
      },
    });
  });

  it('give the account exactly the rights that the daemon uses', () => {
    expect(fieldsOf('ServiceAccount')).toEqual({ apiVersion: 'v1' });
    expect(fieldsOf('Role')).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      rules: [
        { apiGroups: [''], resources: ['pods'], verbs: ['create', 'get', 'list', 'watch', 'delete'] },
        { apiGroups: [''], resources: ['pods/attach'], verbs: ['get', 'create'] },
        { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create', 'get', 'delete'] },
      ],
    });
    expect(fieldsOf('RoleBinding')).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      subjects: [{ kind: 'ServiceAccount', name: 'strongroom', namespace: 'team-1' }],
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'strongroom' },
    });
  });

  it('close the network of the pods that the daemon creates, in both directions and without an exception', () => {
    const { spec } = fieldsOf('NetworkPolicy') as { spec?: { podSelector: { matchLabels: object } } };
    expect(spec).toEqual({
      podSelector: { matchLabels: { 'app.strongroom/role': 'sandbox' } },
      policyTypes: ['Ingress', 'Egress'],
    });
    expect(podOf().metadata.labels).toMatchObject(spec?.podSelector.matchLabels ?? {});
    expect(fieldsOf('NetworkPolicy').apiVersion).toBe('networking.k8s.io/v1');
  });
});

describe('the quota', () => {
  it('is enough for 50 live sandboxes of the usual size, and bounds requests and limits', () => {
    expect(fieldsOf('ResourceQuota')).toEqual({
      apiVersion: 'v1',
      spec: {
        hard: {
          ...{ pods: '50', 'requests.cpu': '12500m', 'limits.cpu': '50' },
          ...{ 'requests.memory': '25Gi', 'limits.memory': '25Gi' },
        },
      },
    });
  });

  it('is that of --max-pods and --memory', async () => {
    const given = await manifestsOf('--namespace', 'a', '--max-pods', '200', '--memory', '65536');
    expect(fieldsOf('ResourceQuota', given)).toMatchObject({
      spec: { hard: { pods: '200', 'requests.cpu': '50', 'limits.cpu': '200', 'limits.memory': '64Gi' } },
    });
  });

  it('holds as many pods of the daemon as it says, by their processor time', () => {
    const { requests, limits } = podOf().spec.containers[0]?.resources ?? {};
    expect([requests?.cpu, limits?.cpu]).toEqual(['250m', '1']);
    expect(fieldsOf('LimitRange')).toEqual({
      apiVersion: 'v1',
      spec: {
        limits: [
          {
            type: 'Container',
            defaultRequest: { cpu: requests?.cpu, memory: '256Mi' },
            default: { cpu: limits?.cpu, memory: '256Mi' },
            max: { memory: '4Gi' },
          },
        ],
      },
    });
  });
});

// In YAML 1.1 these are no strings, unless they are quoted.
test.each(['on', 'no', 'y', 'null', '0', '1e3', '0o14', '0x1f', '2026-11-29', 'a'.repeat(63), 'strongroom', 'pods'])(
  'the namespace %s is a string in every object',
  async (name) => {
    const { stdout } = await runManifests('--namespace', name);
    const [namespace, ...rest] = parse(stdout);
    expect(namespace?.metadata.name).toBe(name);
    expect(rest.map(({ metadata }) => metadata.namespace)).toEqual(rest.map(() => name));
    // Other readers have further types: every place has the quotes.
    expect(stdout.split(`: "${name}"\n`).length - 1).toBeGreaterThanOrEqual(rest.length + 2);
  },
);

test('--json prints the same objects as a list that kubectl reads', async () => {
  const { stdout } = await runManifests('--namespace', 'team-1', '--json');
  expect(JSON.parse(stdout)).toEqual({ apiVersion: 'v1', kind: 'List', items: all });
});

describe('a command line is refused', () => {
  test.each([
    ['without a namespace', [], '--namespace'],
    ['with an upper-case name', ['--namespace', 'Team'], '--namespace'],
    ['with a dot in the name', ['--namespace', 'a.b'], '--namespace'],
    ['with a name that ends with a hyphen', ['--namespace', 'a-'], '--namespace'],
    ['with a name of 64 characters', ['--namespace', 'a'.repeat(64)], '--namespace'],
    ['with a line break in the name', ['--namespace', 'a\n---\nkind: Pod'], '--namespace'],
    ['with the namespace default', ['--namespace', 'default'], 'Kubernetes uses this namespace itself'],
    ['with a namespace of the system', ['--namespace', 'kube-system'], 'Kubernetes uses this namespace itself'],
    ['without a pod', ['--namespace', 'a', '--max-pods', '0'], '--max-pods'],
    ['with a number that is not whole', ['--namespace', 'a', '--max-pods', '1.5'], '--max-pods'],
    ['with memory for no pod', ['--namespace', 'a', '--memory', '255'], '--memory must be at least 256'],
    ['with a unit of memory', ['--namespace', 'a', '--memory', '64Gi'], '--memory'],
  ])('%s', async (_name, args, message) => {
    const { exitCode, stdout, stderr } = await runManifests(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 64, stdout: '' });
    expect(stderr).toContain(message);
  });
});

test('the help lists the commands and the flags of a cluster', async () => {
  const [whole, serve] = [await runCommand('--help'), await runCommand('serve', '--help')];
  for (const name of ['kube', 'cluster']) expect(whole.stdout).toMatch(new RegExp(`^ +${name} `, 'm'));
  expect(serve.stdout).toContain('Options of --engine kubernetes:');
  expect(serve.stdout.match(/--kube-[a-z-]+/g)).toHaveLength(6);
});

function podOf() {
  const names = { name: 'p', instanceId: 'i', image: 'image@sha256:0', transit: '--transit=00' };
  const sizes = { uid: 1000, memoryMb: 256, pids: 64, workMb: 64, scratchMb: 32, lifetimeSeconds: 60 };
  return podManifest({ ...names, ...sizes, cluster: { hasUserNamespaces: false, hasClosedNetwork: false } });
}
