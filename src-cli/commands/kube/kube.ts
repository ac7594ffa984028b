import { type Command, InvalidArgumentError } from 'commander';
import { isDnsLabel } from '../../../src-shared-node/kubernetes/kubernetes-names.ts';
import { CliError } from '../../cli-error.ts';
import { parseWhole } from '../../options/parse-values.ts';
import type { ToolsOf } from '../../toolbox.ts';
import { clusterObjects, podMemoryMb, quotaPerPodMb } from './cluster-objects.ts';

interface ManifestFlags {
  namespace: string;
  maxPods: number;
  memory?: number;
}

/** Adds `strongroom kube`. */
export function addKube(program: Command, toolsOf: ToolsOf): void {
  const kube = program.command('kube').description('prepare a Kubernetes cluster for the sandboxes of a daemon');
  const command = kube
    .command('manifests')
    .description('print the namespace, account, rights, network policy and quota that a daemon needs in a cluster')
    .requiredOption('--namespace <name>', 'namespace for the sandboxes alone; kubectl creates it', parseNamespace)
    .option('--max-pods <number>', 'number of pods at the same time, with those that wait for a run', parseMaxPods, 50)
    .option(
      '--memory <MiB>',
      `memory of all pods together (default: ${quotaPerPodMb} for each pod of --max-pods)`,
      parseWhole,
    )
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom kube manifests --namespace strongroom | kubectl apply -f -\n' +
        '  strongroom kube manifests --namespace sandboxes --max-pods 200 --memory 65536 > manifests.yaml',
    )
    .action(async ({ namespace, maxPods, memory }: ManifestFlags) => {
      const plan = { namespace, maxPods, memoryMb: checkMemory(memory ?? maxPods * quotaPerPodMb) };
      const objects = clusterObjects(plan);
      // Few commands write YAML, and the help of all commands has this file.
      const { formatYaml } = await import('./format-yaml.ts');
      const list = { apiVersion: 'v1', kind: 'List', items: objects.map(({ manifest }) => manifest) };
      await toolsOf(command).reporter.document(list, formatYaml(objects, namespace));
    });
}

/**
 * The standard and the quota apply to everything in the namespace. Those of Kubernetes would stop working with them.
 * @throws InvalidArgumentError
 */
function parseNamespace(text: string): string {
  if (!isDnsLabel(text))
    throw new InvalidArgumentError(
      'Enter at most 63 letters a to z, digits and hyphens, with a letter or digit at both ends.',
    );
  if (text !== 'default' && !text.startsWith('kube-')) return text;
  throw new InvalidArgumentError('Kubernetes uses this namespace itself. Enter a name of its own, such as strongroom.');
}

/** @throws InvalidArgumentError */
function parseMaxPods(text: string): number {
  const count = parseWhole(text);
  if (count === 0) throw new InvalidArgumentError('Enter 1 or more.');
  return count;
}

/** @throws CliError */
function checkMemory(memoryMb: number): number {
  if (memoryMb >= podMemoryMb) return memoryMb;
  throw new CliError('usage', `--memory must be at least ${podMemoryMb}, the memory of one pod in MiB.`);
}
