import { resolve } from 'node:path';
import { isDnsLabel, isDnsSubdomain } from '../../src-shared-node/kubernetes/kubernetes-names.ts';
import type { Environment } from '../../src-shared-node/runtime-dir.ts';
import { kubeconfigPaths } from '../engine/kubernetes/link/kubeconfig.ts';
import type { ClusterSource } from '../engine/kubernetes/link/read-cluster.ts';
import { ConfigError } from '../errors/config-error.ts';

/** The cluster of `--engine kubernetes`. */
export interface KubernetesConfig {
  /** Where its address and the credentials come from. */
  readonly source: ClusterSource;
  /** The namespace of the sandboxes. */
  readonly namespace: string;
  /** Absolute path of the JSON list of images by digest. */
  readonly imagesFile: string;
  /** The RuntimeClass of the sandboxes; that of the cluster if absent. */
  readonly runtimeClass?: string | undefined;
  /** The secret with which nodes pull the images. */
  readonly pullSecret?: string | undefined;
}

/** The flags of `--engine kubernetes`. None has a default. */
export const kubernetesFlags = {
  'kube-context': { type: 'string' },
  'kube-in-cluster': { type: 'boolean' },
  'kube-namespace': { type: 'string' },
  'kube-images': { type: 'string' },
  'kube-runtime-class': { type: 'string' },
  'kube-pull-secret': { type: 'string' },
} as const;

type KubernetesFlag = keyof typeof kubernetesFlags;

interface GivenFlags {
  'kube-context'?: string | undefined;
  'kube-in-cluster'?: boolean | undefined;
  'kube-namespace'?: string | undefined;
  'kube-images'?: string | undefined;
  'kube-runtime-class'?: string | undefined;
  'kube-pull-secret'?: string | undefined;
  gvisor?: boolean | undefined;
}

interface Choice {
  /** True if `--engine` names Kubernetes. */
  isChosen: boolean;
  /** The environment, which credential plugins inherit. */
  env: Environment;
}

/**
 * Reads the cluster from the flags. It opens neither the kubeconfig nor the list of images.
 * @returns undefined for another engine
 * @throws ConfigError naming the flag that is missing, not valid, or excluded by another one
 */
export function readKubernetesConfig(given: GivenFlags, { isChosen, env }: Choice): KubernetesConfig | undefined {
  if (!isChosen) return refuseFlags(given);
  if (given.gvisor)
    throw new ConfigError(
      '--gvisor cannot be used with --engine kubernetes, where the RuntimeClass of the pods decides. Name one that ' +
        'runs them in gVisor: --kube-runtime-class NAME',
    );
  const source = sourceOf(given, env);
  const namespace = requireValue(given, 'kube-namespace', 'NAME, the namespace of the sandboxes');
  if (!isDnsLabel(namespace)) throw notName('kube-namespace', 'at most 63 letters a to z, digits and hyphens');
  const images = requireValue(given, 'kube-images', 'FILE, the JSON list of the sandbox images by digest');
  return {
    source,
    namespace,
    imagesFile: resolve(images),
    runtimeClass: nameOf(given, 'kube-runtime-class'),
    pullSecret: nameOf(given, 'kube-pull-secret'),
  };
}

function refuseFlags(given: GivenFlags): undefined {
  for (const name of Object.keys(kubernetesFlags) as KubernetesFlag[])
    if (given[name] !== undefined)
      throw new ConfigError(`--${name} is a flag of --engine kubernetes. Add that flag, or remove this one.`);
}

/** As kubectl does, it reads the files of KUBECONFIG, else that in the home folder. */
function sourceOf(given: GivenFlags, env: Environment): ClusterSource {
  const context = given['kube-context'];
  if (given['kube-in-cluster']) {
    if (context === undefined) return { kind: 'in-cluster', env };
    throw new ConfigError('--kube-context and --kube-in-cluster cannot be used together. Remove one of them.');
  }
  if (context === undefined)
    throw new ConfigError(
      '--engine kubernetes needs --kube-context NAME, a context of your kubeconfig. In a pod of the cluster it is ' +
        '--kube-in-cluster instead.',
    );
  if (context === '') throw new ConfigError('--kube-context takes the name of a context of your kubeconfig');
  return { kind: 'kubeconfig', paths: kubeconfigPaths(env), context, env };
}

function requireValue(given: GivenFlags, flag: 'kube-namespace' | 'kube-images', expected: string): string {
  const value = given[flag];
  if (value) return value;
  throw new ConfigError(`--engine kubernetes needs --${flag} ${expected}. It has no default.`);
}

function nameOf(given: GivenFlags, flag: 'kube-runtime-class' | 'kube-pull-secret'): string | undefined {
  const name = given[flag];
  if (name === undefined || isDnsSubdomain(name)) return name;
  throw notName(flag, 'at most 253 letters a to z, digits, hyphens and dots');
}

function notName(flag: string, rule: string): ConfigError {
  return new ConfigError(`--${flag} takes a name of Kubernetes: ${rule}, with a letter or digit at both ends`);
}
