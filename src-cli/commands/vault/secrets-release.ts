import type { Command } from 'commander';
import { changeSettings } from '../../connection/change-settings.ts';
import { parseSwitch } from '../../options/parse-values.ts';
import type { ToolsOf } from '../../toolbox.ts';

/** Adds `strongroom secrets release`, which turns `strongroom with` on or off for the account. */
export function addSecretsRelease(secrets: Command, toolsOf: ToolsOf): void {
  const command = secrets
    .command('release')
    .description('allow `strongroom with`, or end it; the password is read from a prompt or stdin')
    .argument('<on|off>', 'on: programs of this machine can get values of secrets (default: off)', parseSwitch)
    .addHelpText('after', '\nExamples:\n  strongroom secrets release on\n  strongroom secrets release off')
    .action(async (release: boolean) => {
      const tools = toolsOf(command);
      const kept = await changeSettings(tools, { secrets: { release } });
      const text = kept.secrets.release
        ? 'Programs of this machine can get secrets with: strongroom with NAME -- PROGRAM\n'
        : 'Programs of this machine get no secrets.\n';
      await tools.reporter.result(kept.secrets, text);
    });
}
