import type { Command } from 'commander';
import type { CellResult } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { ApiRefusal, CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import { readAllText } from '../../input/read-text.ts';
import { parseDuration } from '../../options/parse-values.ts';
import { addCreateOptions, type CreateFlags } from '../../sandbox/create-options.ts';
import { inSandbox } from '../../sandbox/explain-refusal.ts';
import { exitCodesOfSignals, onSignals } from '../../signals/on-signals.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { createCompleter } from './complete-code.ts';
import { isExit } from './exit-word.ts';
import { followCell } from './follow-cell.ts';
import { createCellPrinter } from './print-cell.ts';
import { readCells } from './read-cells.ts';
import { openReplSession, type ReplSession } from './repl-session.ts';

interface Flags extends CreateFlags {
  sandbox?: string;
  timeout?: number;
}

/** Adds `strongroom repl`, which runs cells whose variables stay. */
export function addRepl(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('repl')
    .description('run code line by line in a sandbox that keeps its variables (Docker only)')
    .argument('[language]', 'python, javascript, typescript or bash (default: python, or the language of --sandbox)')
    .option('--sandbox <id>', 'use this sandbox and keep it (default: create one, and delete it at the end)')
    .option(
      '--timeout <time>',
      'interrupt a cell after this time, such as 500ms, 30s or 2m (default: none)',
      parseDuration,
    );
  addCreateOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  strongroom repl python
  strongroom repl javascript --memory 1024 --file data.json
  strongroom repl --with numpy
  strongroom repl --sandbox sbxk2q
  strongroom repl bash < setup.sh
  strongroom repl python --allow api.example.com

A line that is not complete continues; a block of Python ends with an empty line. Tab completes names, Ctrl+C interrupts
a cell; exit, exit() or Ctrl+D ends, unless your code defines the name. Piped input is one cell; the exit code is then 0, 1 if the cell failed, or that of the Bash cell.`,
    )
    .action(async (language: string | undefined, flags: Flags) => {
      const tools = toolsOf(command);
      const { stdin } = tools.surroundings;
      const code = stdin.isTTY ? undefined : await readAllText(stdin);
      const client = await tools.connector.connect();
      const session = await openReplSession(client, {
        surroundings: tools.surroundings,
        reporter: tools.reporter,
        language,
        flags,
        sandbox: flags.sandbox,
      });
      const ending = endOnSignal(session.interrupt);
      try {
        await (code === undefined ? runTerminal : runPiped)(tools, { session, flags, code, signal: ending.signal });
        process.exitCode = ending.exitCode() ?? process.exitCode;
      } finally {
        // Before the signals have their usual effect again: the end of the terminal would end this process first.
        await session.close();
        ending.stop();
      }
    });
}

interface Started {
  session: ReplSession;
  flags: Flags;
  code: string | undefined;
  signal: AbortSignal;
}

async function runTerminal(tools: Tools, { session, flags, signal }: Started): Promise<void> {
  const { reporter, surroundings } = tools;
  if (!surroundings.stdout.isTTY)
    throw new CliError('usage', 'stdout is not a terminal. Pipe the code into the command: strongroom repl < FILE');
  reporter.say(
    `${session.language} in ${session.id}. exit or Ctrl+D ends${session.isOwn ? ' and deletes the sandbox' : ''}.`,
  );
  for (const notice of session.notices) reporter.say(`strongroom: ${notice}`);
  await readCells({
    terminal: surroundings,
    language: session.language,
    runCell: async (code) => {
      await runCell(tools, { session, flags, code }).catch(async (error: unknown) => {
        if (error instanceof ApiRefusal && error.code === 'context_not_found') await session.renewContext();
        else if (!canContinue(error)) throw error;
        reporter.failure(error);
      });
    },
    interrupt: () => void session.interrupt(),
    complete: createCompleter(session.context),
    isExit: (line) => isExit(line, session.language, session.context),
    say: reporter.say,
    signal,
  });
  await reporter.part('\n');
}

/** Returns false if the sandbox, its context or the credential no longer exists, or no daemon answers. */
function canContinue(error: unknown): boolean {
  return error instanceof ApiRefusal && ![401, 403, 404, 410].includes(error.status);
}

async function runPiped(tools: Tools, { session, flags, code = '' }: Started): Promise<void> {
  for (const notice of session.notices) tools.reporter.say(`strongroom: ${notice}`);
  process.exitCode = exitCodeOfCell(await runCell(tools, { session, flags, code }));
}

async function runCell(tools: Tools, { session, flags, code }: Omit<Started, 'signal'> & { code: string }) {
  const { reporter, surroundings } = tools;
  const printer = createCellPrinter(reporter);
  const onEvent = async (event: Parameters<typeof printer.event>[0]) => {
    if (!reporter.isJson) await printer.event(event);
  };
  const result = await inSandbox({ id: session.id }, () =>
    followCell(session.context(), { code, timeoutMs: flags.timeout, onEvent }),
  );
  if (reporter.isJson) await reporter.result(result, '');
  else await printer.ended(result);
  if (surroundings.stdin.isTTY) await printer.endLine();
  await session.cellEnded(result);
  return result;
}

function exitCodeOfCell({ status, exitCode }: CellResult): number {
  if (status === 'succeeded') return exitCode ?? 0;
  if (status === 'timed_out') return exitCodes.timedOut;
  if (status === 'out_of_memory') return exitCodes.outOfMemory;
  if (status === 'interrupted' || status === 'cancelled') return exitCodes.cancelled;
  return exitCode || exitCodes.failure;
}

/** Interrupts the cell in progress when this process receives a signal, so that its sandbox is deleted before it exits. */
function endOnSignal(interrupt: () => Promise<void>) {
  const abortion = new AbortController();
  let asked: number | undefined;
  const stop = onSignals((signal) => {
    const exitCode = exitCodesOfSignals[signal];
    if (asked !== undefined && signal !== 'SIGPIPE') process.exit(exitCode);
    if (asked === undefined) void interrupt();
    asked ??= exitCode;
    abortion.abort();
  });
  return {
    signal: abortion.signal,
    /** Undefined if no signal was received. */
    exitCode: () => asked,
    stop,
  };
}
