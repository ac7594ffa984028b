import type { Command } from 'commander';
import { CliError } from '../cli-error.ts';
import { readLog } from '../log/follow-log.ts';
import { formatLogLine, parseLogLine } from '../log/format-line.ts';
import { listLogFiles } from '../log/log-files.ts';
import { parseWhole } from '../options/parse-values.ts';
import type { ToolsOf } from '../toolbox.ts';

interface LogsFlags {
  follow?: boolean;
  lines: number;
}

/** Adds `strongroom logs`, which reads the log files of the daemon and needs no daemon. */
export function addLogs(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('logs')
    .description("show the daemon's log")
    .option('-f, --follow', 'continue with new lines until Ctrl+C, also when the daemon starts again')
    .option('-n, --lines <number>', 'number of the last lines', parseWhole, 100)
    .addHelpText(
      'after',
      "\nExamples:\n  strongroom logs --lines 20\n  strongroom logs -f\n  strongroom logs --json | jq 'select(.level >= 40)'\n\nThe log contains no code, output, password or value of a secret. It is in the folder logs of the data folder.",
    )
    .action(async ({ follow = false, lines }: LogsFlags) => {
      const { connector, reporter } = toolsOf(command);
      if (connector.isGiven)
        throw new CliError('usage', 'This command reads the log of this machine. Unset STRONGROOM_URL.');
      const { logDir } = connector.locations;
      if (!follow && listLogFiles(logDir).length === 0)
        throw new CliError('file_error', `There is no log in ${logDir}: no daemon has used this data folder.`);
      for await (const group of readLog(logDir, { lines, follow })) {
        for (const line of group)
          await (reporter.isJson
            ? reporter.message(parseLogLine(line) ?? { msg: line })
            : reporter.result(undefined, formatLogLine(line)));
      }
    });
}
