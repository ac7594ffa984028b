import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import type { ToolsOf } from '../toolbox.ts';

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** Adds `strongroom open`, which opens the interface in the browser. */
export function addOpen(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('open')
    .description('open the interface in the browser')
    .option('--print', 'only print the address')
    .addHelpText('after', '\nExamples:\n  strongroom open\n  strongroom open --print')
    .action(async (flags: { print?: boolean }) => {
      const { connector, reporter, surroundings } = toolsOf(command);
      const { url } = await connector.findTarget();
      const hasScreen = process.platform !== 'linux' || surroundings.env.DISPLAY || surroundings.env.WAYLAND_DISPLAY;
      if (!flags.print && hasScreen) openInBrowser(url, (message) => reporter.say(message));
      await reporter.result({ url }, `${url}\n`);
    });
}

/** Opens the daemon's address. It contains no token, because other users can see command lines. */
function openInBrowser(url: string, say: (message: string) => void): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
  child.once('error', () => say('No browser was found. Open the address in a browser of your choice.'));
  child.unref();
}
