/** The fields of a pod's `spec` that the fake node follows (Kubernetes API, Pod v1 core). */
import type { StoredPod } from '../pod-store.ts';

export interface PodSpec {
  containers: ContainerSpec[];
  volumes?: VolumeSpec[];
  hostname?: string;
  terminationGracePeriodSeconds?: number;
  activeDeadlineSeconds?: number;
  securityContext?: SecurityContext & { fsGroup?: number };
  dnsPolicy?: string;
  dnsConfig?: { nameservers?: string[] };
}

export interface ContainerSpec {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value?: string }[];
  workingDir?: string;
  stdin?: boolean;
  stdinOnce?: boolean;
  resources?: { limits?: { memory?: string; cpu?: string } };
  securityContext?: SecurityContext & {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { add?: string[]; drop?: string[] };
  };
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}

interface SecurityContext {
  runAsUser?: number;
  runAsGroup?: number;
  seccompProfile?: { type: string };
}

interface VolumeSpec {
  name: string;
  emptyDir?: { medium?: string; sizeLimit?: string };
}

/** Returns the spec of a pod and its container. @throws Error if it has another number of containers than one */
export function specOf({ spec }: StoredPod): { spec: PodSpec; container: ContainerSpec } {
  const known = spec as unknown as PodSpec;
  const [container, ...others] = known.containers;
  if (container === undefined || others.length > 0) throw new Error('the fake node runs pods with one container');
  return { spec: known, container };
}
