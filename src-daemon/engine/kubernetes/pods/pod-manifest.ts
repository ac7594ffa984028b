import { podCpu } from '../../../../src-shared-node/kubernetes/pod-cpu.ts';
import { podKeys, sandboxRole } from '../../../../src-shared-node/kubernetes/pod-keys.ts';
import type { WarmCommand } from '../../guest/sandbox-program.ts';
import { layerFolder } from '../../installer/packages-folder.ts';
import type { OwnerLease } from '../link/leases.ts';
import type { PodManifest } from '../link/pods.ts';

/** A sandbox as a pod of a cluster. */
export interface SandboxPod {
  /** Name of the pod: lower-case letters, digits and hyphens, at most 63. */
  name: string;
  instanceId: string;
  /** The run that the pod is created for; absent if it boots ahead of its run. */
  executionId?: string | undefined;
  /** The live sandbox that the pod is created for; absent if it boots ahead. */
  liveSandboxId?: string | undefined;
  /** The image by digest. */
  image: string;
  /** The user and the group, which no other pod of the instance has: its processes are counted by it. */
  uid: number;
  /** The option of init that gives the daemon's public key. */
  transit: string;
  /** The interpreter that init starts before the job arrives. */
  warm?: WarmCommand | undefined;
  memoryMb: number;
  /** Limit of processes and threads. */
  pids: number;
  workMb: number;
  scratchMb: number;
  /** Size limit of a volume at /layer, on the disk of the node; absent: none. Then files can be as large. */
  layerMb?: number | undefined;
  /** The cluster ends the pod after this time, also where the daemon no longer exists. */
  lifetimeSeconds: number;
  /** The features of the cluster, and the choices of its administrator. */
  cluster: PodCluster;
}

export interface PodCluster {
  /** The RuntimeClass of the pods; the default of the cluster if absent. */
  runtimeClass?: string | undefined;
  /** The secret with which nodes pull the image. */
  pullSecret?: string | undefined;
  /** The Lease of the instance: when it is deleted, the cluster deletes the pod. */
  owner?: OwnerLease | undefined;
  /** True if the cluster gives a pod a user namespace of its own. A canary finds that out. */
  hasUserNamespaces: boolean;
  /** True if the cluster enforces its NetworkPolicy: programs may then use the loopback interface. A canary finds that out. */
  hasClosedNetwork: boolean;
}

const accountsKb = 64;
const openFiles = 1024;
const installerOpenFiles = 4096;
const mebibyte = 1024 * 1024;

/**
 * Returns the manifest of a pod that the standard "Restricted" of Pod Security admits. It has no secret, code or input:
 * they come over its encrypted stream. Kubernetes API, Pod v1 core.
 */
export function podManifest(pod: SandboxPod) {
  const { name, cluster, lifetimeSeconds } = pod;
  return {
    metadata: { name, labels: labelsOf(pod), annotations: annotationsOf(pod), ...ownersOf(pod) },
    spec: {
      restartPolicy: 'Never',
      // With 0 the object disappears before its processes.
      terminationGracePeriodSeconds: 1,
      activeDeadlineSeconds: lifetimeSeconds,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      hostname: 'sandbox',
      // One server is required. Nothing answers there but init.
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['127.0.0.1'] },
      ...(cluster.runtimeClass !== undefined && { runtimeClassName: cluster.runtimeClass }),
      ...(cluster.pullSecret !== undefined && { imagePullSecrets: [{ name: cluster.pullSecret }] }),
      ...(cluster.hasUserNamespaces && { hostUsers: false }),
      securityContext: {
        runAsNonRoot: true,
        runAsUser: pod.uid,
        runAsGroup: pod.uid,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [containerOf(pod)],
      volumes: [
        memoryVolume('work', `${pod.workMb}Mi`),
        memoryVolume('tmp', `${pod.scratchMb}Mi`),
        memoryVolume('accounts', `${accountsKb}Ki`),
        ...(pod.layerMb === undefined ? [] : [{ name: 'layer', emptyDir: { sizeLimit: `${pod.layerMb}Mi` } }]),
      ],
    },
  } satisfies PodManifest;
}

function containerOf({ image, transit, warm, memoryMb, pids, cluster, ...pod }: SandboxPod) {
  const { workMb, scratchMb, layerMb } = pod;
  const fileBytes = Math.max(workMb, scratchMb, layerMb ?? 0) * mebibyte;
  const memory = `${memoryMb}Mi`;
  return {
    name: 'sandbox',
    image,
    command: ['/sbin/strongroom-init'],
    args: [
      transit,
      '--limit-core=0',
      `--limit-fsize=${fileBytes}`,
      `--limit-nofile=${layerMb === undefined ? openFiles : installerOpenFiles}`,
      `--limit-nproc=${pids}`,
      ...(cluster.hasClosedNetwork ? [] : ['--local-sockets']),
      ...(warm?.argv ?? []),
    ].map(withoutReferences),
    env: Object.entries(warm?.env ?? {}).map(([name, value]) => ({ name, value: withoutReferences(value) })),
    workingDir: '/work',
    stdin: true,
    // The daemon is the only client: when its stream closes, init exits.
    stdinOnce: true,
    // A limit without a request would be one, and a higher limit would let pods take memory that a node lacks.
    resources: {
      requests: { cpu: `${podCpu.requestMillicores}m`, memory },
      limits: { cpu: String(podCpu.limitCores), memory },
    },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      runAsNonRoot: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [
      { name: 'work', mountPath: '/work' },
      { name: 'tmp', mountPath: '/tmp' },
      { name: 'accounts', mountPath: '/run/sandbox' },
      ...(layerMb === undefined ? [] : [{ name: 'layer', mountPath: layerFolder }]),
    ],
  };
}

function memoryVolume(name: string, sizeLimit: string) {
  return { name, emptyDir: { medium: 'Memory', sizeLimit } };
}

/** The kubelet replaces `$(NAME)` in arguments and values; `$$` stands for `$`. */
function withoutReferences(value: string): string {
  return value.replaceAll('$', '$$$$');
}

function labelsOf({ instanceId }: SandboxPod) {
  return { [podKeys.role]: sandboxRole, [podKeys.instance]: instanceId };
}

function ownersOf({ cluster: { owner } }: SandboxPod) {
  return owner && { ownerReferences: [{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', ...owner }] };
}

/** Ids can begin and end with characters that a label cannot. */
function annotationsOf({ executionId, liveSandboxId }: SandboxPod) {
  return {
    // An autoscaler would end a run to save a node.
    'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false',
    ...(executionId !== undefined && { [podKeys.execution]: executionId }),
    ...(liveSandboxId !== undefined && { [podKeys.liveSandbox]: liveSandboxId }),
  };
}
