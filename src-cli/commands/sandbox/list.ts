import type { Command } from 'commander';
import { listSandboxes, type Sandbox } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { Table } from '../../output/table.ts';
import type { ToolsOf } from '../../toolbox.ts';
import { formatDuration } from './format-duration.ts';

/** Adds `strongroom sandbox ls`. */
export function addList(sandbox: Command, toolsOf: ToolsOf): void {
  const command = sandbox
    .command('ls')
    .description('list your sandboxes, the newest first')
    .addHelpText(
      'after',
      "\nExamples:\n  strongroom sandbox ls\n  strongroom sandbox ls --json | jq -r '.sandboxes[].id'",
    )
    .action(async () => {
      const { connector, reporter } = toolsOf(command);
      const found = await (await connector.connect()).call(listSandboxes, {});
      await reporter.list(found, tableOf(found.sandboxes, Date.now()));
    });
}

/** Returns sandboxes as a table. @param now epoch ms */
export function tableOf(sandboxes: readonly Sandbox[], now: number): Table {
  const rows = sandboxes.map(({ id, language, status, createdAt, expiresAt, memoryMb, secretNames }) => [
    id,
    language,
    status,
    formatDuration(now - Date.parse(createdAt)),
    `in ${formatDuration(Date.parse(expiresAt) - now)}`,
    `${memoryMb} MiB`,
    secretNames.join(' ') || '-',
  ]);
  const headings = ['ID', 'LANGUAGE', 'STATUS', 'AGE', 'EXPIRES', 'MEMORY', 'SECRETS'];
  return { headings, rows, empty: 'No sandboxes.' };
}
