import type { Command } from 'commander';
import { listSandboxes, type Sandbox } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { formatTable } from '../../output/table.ts';
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
      await reporter.result(found, formatList(found.sandboxes, Date.now()));
    });
}

/** Formats sandboxes as a table. @param now epoch ms */
export function formatList(sandboxes: readonly Sandbox[], now: number): string {
  if (sandboxes.length === 0) return '';
  const rows = sandboxes.map(({ id, language, status, createdAt, expiresAt, memoryMb, secretNames }) => [
    id,
    language,
    status,
    formatDuration(now - Date.parse(createdAt)),
    `in ${formatDuration(Date.parse(expiresAt) - now)}`,
    `${memoryMb} MiB`,
    secretNames.join(' ') || '-',
  ]);
  return formatTable(['ID', 'LANGUAGE', 'STATUS', 'AGE', 'EXPIRES', 'MEMORY', 'SECRETS'], rows);
}
