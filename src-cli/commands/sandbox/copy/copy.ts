import type { Command } from 'commander';
import { createSandboxFinder } from '../../../sandbox/find-sandbox.ts';
import { abortOnSignal } from '../../../signals/abort-on-signal.ts';
import type { ToolsOf } from '../../../toolbox.ts';
import { copyIn } from './copy-in.ts';
import { copyOut } from './copy-out.ts';
import { readLocations } from './locations.ts';
import { trackProgress } from './track-progress.ts';
import type { Transfer } from './transfer.ts';

/** Adds `strongroom sandbox cp`, which copies files and folders in or out. */
export function addCopy(sandbox: Command, toolsOf: ToolsOf): void {
  const command = sandbox
    .command('cp')
    .description('copy a file or a folder into a sandbox or out of it')
    .argument('<source>', 'a path, or ID:PATH in a sandbox')
    .argument('<target>', 'a path, or ID:PATH in a sandbox')
    .option('--force', 'replace existing files')
    .addHelpText(
      'after',
      `
Examples:
  strongroom sandbox cp data.csv sbxk2q:
  strongroom sandbox cp sbxk2q:report.pdf .
  strongroom sandbox cp sbxk2q:results ./results --force

Paths in a sandbox are relative to its working directory. A target that exists as a folder, or that ends with /, receives
the copy under its own name. Symbolic links are not copied. Permissions and times are not kept.`,
    )
    .action(async (source: string, target: string, flags: { force?: boolean }) => {
      const { connector, reporter } = toolsOf(command);
      const { direction, sandbox: given, inside, local, isIntoFolder } = readLocations(source, target);
      const client = await connector.connect();
      const id = await createSandboxFinder(client)(given);
      const progress = trackProgress(reporter.progress);
      const interruption = abortOnSignal();
      try {
        const say = (text: string) => reporter.say(`strongroom: ${text}`);
        const isForced = flags.force ?? false;
        const { signal } = interruption;
        const transfer: Transfer = { client, id, inside, local, isIntoFolder, isForced, progress, say, signal };
        await (direction === 'in' ? copyIn(transfer) : copyOut(transfer));
      } catch (error) {
        throw interruption.error() ?? error;
      } finally {
        interruption.stop();
        reporter.progress(undefined);
      }
      await reporter.result(progress.total(), '');
    });
}
