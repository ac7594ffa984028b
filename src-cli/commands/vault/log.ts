import type { Command } from 'commander';
import { type CodeRevision, listCodeRevisions } from '../../../src-shared/contracts/vault.contract.ts';
import { localTime } from '../../output/local-time.ts';
import type { Table } from '../../output/table.ts';
import type { ToolsOf } from '../../toolbox.ts';
import { withSimilarNames } from './open-stored.ts';

/** Adds `strongroom vault log`. */
export function addLog(vault: Command, toolsOf: ToolsOf): void {
  const command = vault
    .command('log')
    .description('list the revisions of a script, newest first')
    .argument('<name>')
    .addHelpText('after', '\nExamples:\n  strongroom vault log "nightly report"\n  strongroom vault log nightly --json')
    .action(async (name: string) => {
      const { connector, reporter } = toolsOf(command);
      const client = await connector.connect();
      const found = await withSimilarNames(client, name, () => client.call(listCodeRevisions, { params: { name } }));
      await reporter.list(found, tableOf(found.revisions));
    });
}

function tableOf(revisions: readonly CodeRevision[]): Table {
  const rows = revisions.map(({ revision, createdAt, language, size, description }) => [
    ...[String(revision), localTime(createdAt), language, String(size), description],
  ]);
  return {
    headings: ['REVISION', 'SAVED', 'LANGUAGE', 'BYTES', 'DESCRIPTION'],
    rows,
    empty: 'There are no revisions.',
  };
}
