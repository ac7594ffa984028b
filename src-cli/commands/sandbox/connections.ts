import type { Command } from 'commander';
import { readSandboxNetwork } from '../../../src-shared/contracts/sandboxes/sandbox-network.contract.ts';
import { formatReport } from '../../network/report-text.ts';
import { inSandbox } from '../../sandbox/explain-refusal.ts';
import { createSandboxFinder } from '../../sandbox/find-sandbox.ts';
import type { ToolsOf } from '../../toolbox.ts';

/** Adds `strongroom sandbox network`. */
export function addConnections(sandbox: Command, toolsOf: ToolsOf): void {
  const command = sandbox
    .command('network')
    .description('show the connections and requests of a sandbox with network rules')
    .argument('<id>', 'the id, or the first characters of it')
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom sandbox network sbxk2q\n  strongroom sandbox network sbxk2q --json',
    )
    .action(async (given: string) => {
      const { connector, reporter } = toolsOf(command);
      const client = await connector.connect();
      const id = await createSandboxFinder(client)(given);
      const report = await inSandbox({ id }, () => client.call(readSandboxNetwork, { params: { id } }));
      if (report.totals.length === 0 && !reporter.isJson)
        reporter.say('The sandbox had no connections: it opened none, or it has no network rules.');
      await reporter.result(report, formatReport(report));
    });
}
