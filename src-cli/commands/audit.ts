import type { Command } from 'commander';
import {
  type AuditEntry,
  exportAuditLog,
  exportFormats,
  listAuditLog,
  verifyAuditLog,
} from '../../src-shared/contracts/audit.contract.ts';
import { actionLabels } from '../../src-shared/formats/audit-actions.ts';
import { exitCodes } from '../exit-codes.ts';
import { parseWhole } from '../options/parse-values.ts';
import { localTime } from '../output/local-time.ts';
import type { Table } from '../output/table.ts';
import type { ToolsOf } from '../toolbox.ts';

interface Flags {
  limit: number;
  before?: number;
  action?: string;
  from?: string;
  to?: string;
}

/** Adds `strongroom audit`, which lists, verifies and exports the audit log. */
export function addAudit(program: Command, toolsOf: ToolsOf): void {
  const audit = program.command('audit').description('list, verify or export the audit log');
  addList(audit, toolsOf);
  addVerify(audit, toolsOf);
  addExport(audit, toolsOf);
}

function addFilter(command: Command): Command {
  return command
    .option('--action <name>', 'only this action, such as code.execute')
    .option('--from <time>', 'ISO 8601, such as 2026-01-31T00:00:00Z')
    .option('--to <time>', 'ISO 8601');
}

function addList(audit: Command, toolsOf: ToolsOf): void {
  const command = audit
    .command('ls')
    .description('list entries, newest first')
    .option('--limit <number>', 'maximum number of entries', parseWhole, 100)
    .option('--before <id>', 'only entries before this one', parseWhole);
  addFilter(command)
    .addHelpText(
      'after',
      "\nExamples:\n  strongroom audit ls --limit 20\n  strongroom audit ls --action code.execute --json | jq '.logs[].metadata'",
    )
    .action(async ({ limit, before, action, from, to }: Flags) => {
      const { connector, reporter } = toolsOf(command);
      const query = { limit, before, action, from, to };
      const page = await (await connector.connect()).call(listAuditLog, { query });
      await reporter.list(page, tableOf(page.logs));
    });
}

function addVerify(audit: Command, toolsOf: ToolsOf): void {
  const command = audit
    .command('verify')
    .description('verify the whole chain')
    .addHelpText('after', '\nExamples:\n  strongroom audit verify\n\nExit code 0: intact; 1: anything else.')
    .action(async () => {
      const { connector, reporter } = toolsOf(command);
      const found = await (await connector.connect()).call(verifyAuditLog, {});
      const at = found.firstBadId === undefined ? '' : `, from entry ${found.firstBadId}`;
      await reporter.result(found, `${found.verdict}: ${found.entries} entries${at}\n`);
      process.exitCode = found.verdict === 'intact' ? 0 : exitCodes.failure;
    });
}

function addExport(audit: Command, toolsOf: ToolsOf): void {
  const command = audit
    .command('export')
    .description('export all entries, oldest first')
    .option('--format <name>', exportFormats.join(' or '), 'jsonl');
  addFilter(command)
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom audit export > audit.jsonl\n  strongroom audit export --format csv > audit.csv',
    )
    .action(async ({ format, action, from, to }: Flags & { format: string }) => {
      const { connector, reporter } = toolsOf(command);
      const query = { format, action, from, to };
      const answer = await (await connector.connect()).download(exportAuditLog, { query });
      for await (const chunk of answer.setEncoding('utf8')) await reporter.part(chunk);
    });
}

function tableOf(entries: AuditEntry[]): Table {
  const rows = entries.map(({ id, created_at, action, resource_id, metadata }) => [
    String(id),
    localTime(created_at),
    actionLabels[action] ?? action,
    action,
    resource_id ?? '',
    JSON.stringify(metadata),
  ]);
  const headings = ['ID', 'TIME', 'WHAT', 'ACTION', 'RESOURCE', 'METADATA'];
  return { headings, rows, empty: 'No entry matches.' };
}
