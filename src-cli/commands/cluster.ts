import type { Command } from 'commander';
import { readHealth } from '../../src-shared/contracts/service.contract.ts';
import { clusterSentence } from '../../src-shared/formats/cluster-sentence.ts';
import { changeSettings } from '../connection/change-settings.ts';
import { parseSwitch } from '../options/parse-values.ts';
import type { ToolsOf } from '../toolbox.ts';

/** Adds `strongroom cluster`. */
export function addCluster(program: Command, toolsOf: ToolsOf): void {
  const cluster = program
    .command('cluster')
    .description('decide whether code of this account may leave the machine (the setting cluster.allowed)');
  const command = cluster
    .command('allow')
    .description('let programs run in the cluster of the daemon; the password is read from a prompt or stdin')
    .argument('<on|off>', 'on: code, files, secrets and packages may leave this machine (default: off)', parseSwitch)
    .addHelpText('after', '\nExamples:\n  strongroom cluster allow on\n  strongroom cluster allow off')
    .action(async (allowed: boolean) => {
      const tools = toolsOf(command);
      const { engine } = await (await tools.connector.connect()).call(readHealth, {});
      const kept = await changeSettings(tools, { cluster: { allowed } });
      const where = clusterSentence(engine) ?? 'The daemon uses no cluster now: programs run on this machine.';
      const text = kept.cluster.allowed
        ? `Code, files, secrets and packages may leave this machine. ${where}`
        : 'No code leaves this machine. A daemon that uses a cluster runs no programs of this account.';
      await tools.reporter.result(kept.cluster, `${text}\n`);
    });
}
