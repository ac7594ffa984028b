import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import { podCpu } from '../../../src-shared-node/kubernetes/pod-cpu.ts';
import { podKeys, sandboxRole } from '../../../src-shared-node/kubernetes/pod-keys.ts';
import { formatCpu, formatMemory } from './quantities.ts';

/** The part of a cluster that a team gives to its daemon. */
export interface ClusterPlan {
  /** Name of the namespace: an RFC 1123 label. */
  namespace: string;
  /** Pods that exist at the same time: sandboxes that run, those that wait, and a daemon in the namespace. */
  maxPods: number;
  /** Memory of all pods together, in MiB. */
  memoryMb: number;
}

/** An object of the Kubernetes API. */
export interface ClusterObject {
  /** Says to the administrator what the object does. */
  comment: string;
  manifest: Readonly<{ apiVersion: string; kind: string; metadata: object; [field: string]: unknown }>;
}

const { memoryMb } = sandboxLimits;

/** Memory of a pod that states none: the default of a run, in MiB. */
export const podMemoryMb = 256;

/** Memory for each pod of the quota, in MiB: the default of a live sandbox. */
export const quotaPerPodMb = memoryMb.default;

/** Name of the account, its role and all other objects. */
const name = 'strongroom';

/**
 * Returns the objects that a daemon needs in a cluster, in the order in which they must be created. Servers from Kubernetes
 * 1.20 on have all of their versions. Every object but the first is in the namespace.
 */
export function clusterObjects(plan: ClusterPlan): ClusterObject[] {
  const metadata = { name, namespace: plan.namespace };
  return [
    namespaceOf(plan),
    {
      comment: 'The account of the daemon.',
      manifest: { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    },
    roleOf(metadata),
    bindingOf(metadata),
    networkPolicyOf(metadata),
    quotaOf(metadata, plan),
    limitsOf(metadata),
  ];
}

type Metadata = Readonly<{ name: string; namespace: string }>;

function namespaceOf({ namespace }: ClusterPlan): ClusterObject {
  const standard = 'pod-security.kubernetes.io/enforce';
  return {
    comment: 'Admits only pods of the standard "Restricted", on servers that have Pod Security (1.23 and later).',
    manifest: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: namespace,
        // A later version of the standard could refuse the sandboxes. Older servers use their newest one.
        labels: { [standard]: 'restricted', [`${standard}-version`]: 'v1.35' },
      },
    },
  };
}

function roleOf(metadata: Metadata): ClusterObject {
  return {
    comment: 'The rights of the daemon: its sandboxes, their streams, and the lease that owns the sandboxes.',
    manifest: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata,
      rules: [
        { apiGroups: [''], resources: ['pods'], verbs: ['create', 'get', 'list', 'watch', 'delete'] },
        // Kubernetes 1.35 asks for both when a WebSocket is opened, older servers for `get` alone.
        { apiGroups: [''], resources: ['pods/attach'], verbs: ['get', 'create'] },
        { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create', 'get', 'delete'] },
      ],
    },
  };
}

function bindingOf(metadata: Metadata): ClusterObject {
  return {
    comment: 'Gives these rights to the account of the daemon.',
    manifest: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata,
      subjects: [{ kind: 'ServiceAccount', ...metadata }],
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
    },
  };
}

function networkPolicyOf(metadata: Metadata): ClusterObject {
  return {
    comment: 'Denies every connection from and to a sandbox. The network plugin of the cluster must enforce it.',
    manifest: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata,
      spec: {
        podSelector: { matchLabels: { [podKeys.role]: sandboxRole } },
        // A direction without a rule is closed.
        policyTypes: ['Ingress', 'Egress'],
      },
    },
  };
}

function quotaOf(metadata: Metadata, plan: ClusterPlan): ClusterObject {
  const memory = formatMemory(plan.memoryMb);
  return {
    comment: 'The most that all pods of the namespace use together.',
    manifest: {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata,
      spec: {
        hard: {
          pods: String(plan.maxPods),
          'requests.cpu': formatCpu(plan.maxPods * podCpu.requestMillicores),
          'limits.cpu': String(plan.maxPods * podCpu.limitCores),
          'requests.memory': memory,
          'limits.memory': memory,
        },
      },
    },
  };
}

function limitsOf(metadata: Metadata): ClusterObject {
  const memory = formatMemory(podMemoryMb);
  return {
    comment: 'The resources of a container that states none, and the most memory that a sandbox can have.',
    manifest: {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata,
      spec: {
        limits: [
          {
            type: 'Container',
            defaultRequest: { cpu: formatCpu(podCpu.requestMillicores), memory },
            default: { cpu: String(podCpu.limitCores), memory },
            max: { memory: formatMemory(memoryMb.max) },
          },
        ],
      },
    },
  };
}
