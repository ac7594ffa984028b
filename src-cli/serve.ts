import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Command, Option } from 'commander';
import type { ToolsOf } from './toolbox.ts';

/** Adds `strongroom serve`, which loads the daemon into this process. The daemon parses the flags. */
export function addServe(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('serve')
    .description('serve the API in this process until SIGTERM; prints one JSON line when ready')
    .option('--port <number>', 'port on 127.0.0.1; 0 selects a free port (default: 7341)')
    .option('--key-store <kind>', 'key store of the master key: os, file or passphrase')
    .option('--engine <name>', 'sandbox engine: auto, docker, embedded or kubernetes')
    .option('--gvisor', 'run every sandbox in gVisor; an engine without runsc is then unavailable')
    .option('--no-warm', 'start no container in advance: uses less memory, starts more slowly')
    .option('--log-level <level>', 'trace, debug, info, warn or error')
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom serve\n  strongroom serve --port 0 --data-dir /tmp/try --key-store file',
    )
    .action(async (_options, command: Command) => {
      const [node = '', program = '', ...rest] = process.argv;
      const flags = rest.filter((flag, index) => index !== rest.indexOf('serve') && flag !== '--json');
      process.argv = [node, program, ...flags];
      const daemon = join(import.meta.dirname, '..', 'daemon', 'index.js');
      await toolsOf(command).surroundings.importModule(pathToFileURL(daemon).href);
    });
  for (const [flags, description] of kubernetesOptions)
    command.addOption(new Option(flags, description).helpGroup('Options of --engine kubernetes:'));
}

const kubernetesOptions = [
  ['--kube-context <name>', 'context of the kubeconfig: KUBECONFIG, or ~/.kube/config'],
  ['--kube-in-cluster', 'use the service account of the pod in which the daemon runs'],
  ['--kube-namespace <name>', 'namespace of the sandboxes'],
  ['--kube-images <file>', 'JSON list of the sandbox images by digest'],
  ['--kube-runtime-class <name>', 'RuntimeClass of the sandboxes (default: that of the cluster)'],
  ['--kube-pull-secret <name>', 'secret with which nodes pull the images'],
] as const;
