/** Turns the manifest of a pod into the options of a Docker container, as a kubelet with its container runtime does. */
import type { ContainerCreateOptions } from 'dockerode';
import type { StoredPod } from '../pod-store.ts';
import { expandReferences, expandVariables } from './expand-references.ts';
import { type ContainerSpec, type PodSpec, specOf } from './pod-spec.ts';

export interface NodeOptions {
  /** Id or name of the image at the Docker engine. */
  image: string;
  /** The pod has a network: no NetworkPolicy is enforced. */
  hasNetwork: boolean;
  labels: Readonly<Record<string, string>>;
  /** At its memory limit the pod stops until it is killed as a whole (memory-limits.ts). */
  hasGroupKill: boolean;
  /** Limit of processes of a pod, as a kubelet may set one; none by default. */
  pids?: number | undefined;
}

/** @throws Error for a manifest that the fake node cannot run */
export function containerOptions(pod: StoredPod, options: NodeOptions): ContainerCreateOptions {
  const { spec, container } = specOf(pod);
  const { stdin = false, stdinOnce = false, command, args, workingDir } = container;
  const variables = expandVariables(container.env ?? []);
  const expand = (texts: readonly string[]) => texts.map((text) => expandReferences(text, variables));
  const user = userOf(spec, container);
  return {
    Image: options.image,
    Hostname: spec.hostname ?? pod.metadata.name,
    Env: [...variables].map(([name, value]) => `${name}=${value}`),
    Labels: { ...options.labels },
    OpenStdin: stdin,
    StdinOnce: stdinOnce,
    Tty: false,
    ...(command !== undefined && { Entrypoint: expand(command) }),
    ...(args !== undefined ? { Cmd: expand(args) } : command !== undefined && { Cmd: [] }),
    ...(workingDir !== undefined && { WorkingDir: workingDir }),
    ...(user !== undefined && { User: user }),
    HostConfig: hostOptions(spec, container, options),
  };
}

function hostOptions(spec: PodSpec, container: ContainerSpec, options: NodeOptions) {
  const { capabilities, readOnlyRootFilesystem = false } = container.securityContext ?? {};
  const { memory, cpu } = container.resources?.limits ?? {};
  const { drop, add } = capabilities ?? {};
  const { hasNetwork, hasGroupKill, pids } = options;
  return {
    NetworkMode: hasNetwork ? 'bridge' : 'none',
    ...(spec.dnsPolicy === 'None' && { Dns: spec.dnsConfig?.nameservers ?? [] }),
    ReadonlyRootfs: readOnlyRootFilesystem,
    IpcMode: 'private',
    SecurityOpt: securityOptions(spec, container),
    ...(drop !== undefined && { CapDrop: drop }),
    ...(add !== undefined && { CapAdd: add }),
    // A cluster has no swap.
    ...(memory !== undefined && { Memory: bytesOf(memory), MemorySwap: bytesOf(memory), OomKillDisable: hasGroupKill }),
    ...(cpu !== undefined && { NanoCpus: nanoCpusOf(cpu) }),
    ...(pids !== undefined && { PidsLimit: pids }),
    Tmpfs: memoryVolumes(spec, container),
    // The log of the node is written by log-file.ts.
    LogConfig: { Type: 'none', Config: {} },
  } satisfies ContainerCreateOptions['HostConfig'];
}

function userOf(spec: PodSpec, { securityContext }: ContainerSpec): string | undefined {
  const user = securityContext?.runAsUser ?? spec.securityContext?.runAsUser;
  const group = securityContext?.runAsGroup ?? spec.securityContext?.runAsGroup ?? 0;
  return user === undefined ? undefined : `${user}:${group}`;
}

/** A kubelet confines no container whose manifest has no profile. */
function securityOptions(spec: PodSpec, { securityContext }: ContainerSpec): string[] {
  const profile = securityContext?.seccompProfile ?? spec.securityContext?.seccompProfile;
  return [
    ...(securityContext?.allowPrivilegeEscalation === false ? ['no-new-privileges'] : []),
    ...(profile?.type === 'RuntimeDefault' ? [] : ['seccomp=unconfined']),
  ];
}

/**
 * Returns the volumes by their paths. All are in memory, also those that a cluster has on a disk. They belong to root, and
 * every user may write to them (mode 0777).
 */
function memoryVolumes({ volumes = [], securityContext }: PodSpec, { volumeMounts = [] }: ContainerSpec) {
  const group = securityContext?.fsGroup;
  const access = group === undefined ? 'mode=0777,uid=0,gid=0' : `mode=2777,uid=0,gid=${group}`;
  const mounts = volumeMounts.map(({ name, mountPath, readOnly }) => {
    const emptyDir = volumes.find((volume) => volume.name === name)?.emptyDir;
    if (emptyDir === undefined) throw new Error(`the fake node has volumes of the kind emptyDir only, not ${name}`);
    const size = emptyDir.sizeLimit === undefined ? '' : `size=${bytesOf(emptyDir.sizeLimit)},`;
    return [mountPath, `${readOnly ? 'ro' : 'rw'},exec,suid,dev,${size}${access}`];
  });
  return Object.fromEntries(mounts) as Record<string, string>;
}

const suffixes: Readonly<Record<string, number>> = {
  ...{ '': 1, k: 1e3, M: 1e6, G: 1e9 },
  ...{ Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3 },
};

/** Reads a quantity of memory: `64Mi`. @throws Error */
function bytesOf(quantity: string): number {
  const { number, suffix } = splitQuantity(quantity);
  const factor = suffixes[suffix];
  if (factor === undefined) throw new Error(`${quantity} is not an amount of memory`);
  return number * factor;
}

/** Reads a quantity of processors: `250m`, `1`. @throws Error */
function nanoCpusOf(quantity: string): number {
  const { number, suffix } = splitQuantity(quantity);
  if (suffix !== '' && suffix !== 'm') throw new Error(`${quantity} is not an amount of processors`);
  return suffix === 'm' ? number * 1e6 : number * 1e9;
}

function splitQuantity(quantity: string): { number: number; suffix: string } {
  const { number, suffix = '' } = /^(?<number>\d{1,15})(?<suffix>[A-Za-z]{0,2})$/.exec(quantity)?.groups ?? {};
  if (number === undefined) throw new Error(`${quantity} is not a quantity`);
  return { number: Number(number), suffix };
}
