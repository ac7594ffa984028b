import { describe, expect, it } from 'vitest';
import { podManifest, type SandboxPod } from '../../../../src-daemon/engine/kubernetes/pods/pod-manifest.ts';

const pod: SandboxPod = {
  name: 'strongroom-0123456789abcdef',
  instanceId: 'instance-1',
  executionId: 'run_-a_',
  image: `registry.example/strongroom/sandbox@sha256:${'0'.repeat(64)}`,
  uid: 100_001,
  transit: '--transit=00',
  warm: { argv: ['/usr/bin/python3', '/work/$(HOME).py'], env: { PYTHONPATH: '/usr/lib/$(HOSTNAME)' } },
  memoryMb: 256,
  pids: 64,
  workMb: 64,
  scratchMb: 32,
  lifetimeSeconds: 2700,
  cluster: { hasUserNamespaces: true, hasClosedNetwork: false },
};

/** Returns the rules of the standard "Restricted" that a manifest breaks. Pod Security Standards, https://kubernetes.io/docs/concepts/security/pod-security-standards/ */
function refusedByRestricted({ spec }: ReturnType<typeof podManifest>): string[] {
  const { securityContext: ofPod, containers, volumes } = spec;
  const given = spec as object;
  const rules: Record<string, boolean> = {
    'host namespaces': !['hostNetwork', 'hostPID', 'hostIPC'].some((name) => name in given),
    'types of volumes': volumes.every((volume) => Object.keys(volume).join() === 'name,emptyDir'),
    'privilege escalation': containers.every(({ securityContext }) => !securityContext.allowPrivilegeEscalation),
    privileged: containers.every(({ securityContext }) => !('privileged' in securityContext)),
    'not root': ofPod.runAsNonRoot && ofPod.runAsUser > 0,
    seccomp: ofPod.seccompProfile.type === 'RuntimeDefault',
    capabilities: containers.every(({ securityContext }) => {
      const { capabilities } = securityContext;
      return capabilities.drop.join() === 'ALL' && !('add' in capabilities);
    }),
    'ports of the host': containers.every((container) => !('ports' in container)),
    procMount: containers.every(({ securityContext }) => !('procMount' in securityContext)),
    sysctls: !('sysctls' in ofPod),
  };
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [rule]));
}

describe('the manifest of a sandbox', () => {
  it('is admitted by the standard "Restricted"', () => {
    expect(refusedByRestricted(podManifest(pod))).toEqual([]);
  });

  it('has no token, no links to services, no answering name server, and ends after its lifetime', () => {
    expect(podManifest(pod).spec).toMatchObject({
      ...{ automountServiceAccountToken: false, enableServiceLinks: false, hostUsers: false },
      ...{ dnsPolicy: 'None', dnsConfig: { nameservers: ['127.0.0.1'] } },
      ...{ restartPolicy: 'Never', activeDeadlineSeconds: 2700, terminationGracePeriodSeconds: 1 },
    });
  });

  it('has a read-only root, memory for the writable folders, and the memory that it requests', () => {
    const { containers, volumes } = podManifest(pod).spec;
    expect(containers[0]).toMatchObject({
      securityContext: { readOnlyRootFilesystem: true },
      resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { cpu: '1', memory: '256Mi' } },
      ...{ stdin: true, stdinOnce: true },
    });
    expect(volumes.map(({ emptyDir }) => emptyDir)).toEqual(
      ['64Mi', '32Mi', '64Ki'].map((sizeLimit) => ({ medium: 'Memory', sizeLimit })),
    );
  });

  it('lets init set what the cluster cannot, before the program that waits', () => {
    expect(podManifest(pod).spec.containers[0]?.args).toEqual([
      '--transit=00',
      '--limit-core=0',
      '--limit-fsize=67108864',
      '--limit-nofile=1024',
      '--limit-nproc=64',
      '--local-sockets',
      '/usr/bin/python3',
      '/work/$$(HOME).py',
    ]);
  });

  it('gives the kubelet nothing to replace in a value', () => {
    expect(podManifest(pod).spec.containers[0]?.env).toEqual([{ name: 'PYTHONPATH', value: '/usr/lib/$$(HOSTNAME)' }]);
  });

  it('is labelled with its instance, and names its run where any id is allowed', () => {
    const { labels, annotations } = podManifest(pod).metadata;
    expect(labels).toEqual({ 'app.strongroom/role': 'sandbox', 'app.strongroom/instance': 'instance-1' });
    expect(annotations).toMatchObject({ 'app.strongroom/execution': 'run_-a_' });
    for (const value of Object.values(labels)) expect(value).toMatch(/^[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/);
  });

  it('lets programs use the loopback interface where the network of pods is closed', () => {
    const argsOf = (hasClosedNetwork: boolean) =>
      podManifest({ ...pod, cluster: { ...pod.cluster, hasClosedNetwork } }).spec.containers[0]?.args;
    expect(argsOf(false)).toContain('--local-sockets');
    expect(argsOf(true)).not.toContain('--local-sockets');
    expect(argsOf(true)).toHaveLength((argsOf(false)?.length ?? 0) - 1);
  });

  it('has only what the cluster offers', () => {
    const cluster = { hasUserNamespaces: false, hasClosedNetwork: false, runtimeClass: 'gvisor', pullSecret: 'pull' };
    const { spec } = podManifest({ ...pod, cluster });
    expect(spec).toMatchObject({ runtimeClassName: 'gvisor', imagePullSecrets: [{ name: 'pull' }] });
    expect(spec).not.toHaveProperty('hostUsers');
    expect(podManifest(pod).spec).not.toHaveProperty('runtimeClassName');
  });
});
