import type { Command } from 'commander';
import { addCreateOptions, type CreateFlags, readCreateRequest } from '../../sandbox/create-options.ts';
import { createSandboxOf } from '../../sandbox/create-sandbox.ts';
import type { ToolsOf } from '../../toolbox.ts';

/** Adds `strongroom sandbox create`, which prints the id of the new sandbox. */
export function addCreate(sandbox: Command, toolsOf: ToolsOf): void {
  const command = sandbox
    .command('create')
    .description('create a sandbox and print its id')
    .option('-l, --language <id>', 'language of its cells (default: python)');
  addCreateOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  id=$(strongroom sandbox create --memory 1024)
  strongroom sandbox create --language javascript --idle 1h --file data.csv
  strongroom sandbox create --with numpy --with 'rich>=13'
  strongroom sandbox create --secret API_TOKEN --network
  strongroom sandbox create --secret-at API_TOKEN --allow '*.pythonhosted.org'

It ends after its idle time, at the end of its lifetime, at \`sandbox rm\`, and when the key that created it ends.`,
    )
    .action(async (flags: CreateFlags & { language?: string }) => {
      const { connector, reporter, surroundings } = toolsOf(command);
      const { language } = flags;
      const { connect } = connector;
      const body = await readCreateRequest(flags, { language, surroundings, reporter, isStdinTaken: false, connect });
      const client = await connector.connect();
      const created = await createSandboxOf({ client, reporter, body });
      for (const notice of created.notices ?? []) reporter.say(`strongroom: ${notice}`);
      await reporter.result(created, `${created.id}\n`);
    });
}
