import type { Command } from 'commander';
import { listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { codeVariableProblem } from '../../../src-shared/formats/code-variables.ts';
import { type DotEnvEntry, type DotEnvFile, parseDotEnv } from '../../../src-shared/formats/dot-env/dot-env.ts';
import { CliError } from '../../cli-error.ts';
import { readAllText, readText } from '../../input/read-text.ts';
import { confirm } from '../../output/ask.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';

interface Flags {
  replace?: boolean;
  dryRun?: boolean;
  words?: boolean;
  yes?: boolean;
}

/** Adds `strongroom secrets import FILE|-`, which stores the variables of a `.env` file. */
export function addImport(secrets: Command, toolsOf: ToolsOf): void {
  const command = secrets
    .command('import')
    .description('store the variables of a .env file; existing secrets are not changed')
    .argument('<file>', 'the file, or - for stdin')
    .option('--replace', 'replace existing secrets')
    .option('--words', 'store common words such as "production" too; they are masked in every output')
    .option('--dry-run', 'only list the changes')
    .option('-y, --yes', 'store values that other programs read differently, without confirmation')
    .addHelpText(
      'after',
      `
Examples:
  strongroom secrets import .env --dry-run
  strongroom secrets import .env --replace

Lines that dotenv, Node and shells read differently are listed before anything is stored.`,
    )
    .action(async (file: string, flags: Flags) => {
      const tools = toolsOf(command);
      const { surroundings, connector, reporter } = tools;
      const text = file === '-' ? await readAllText(surroundings.stdin) : readText(file);
      const read = readVariables(text);
      const client = await connector.connect();
      const existing = new Set((await client.call(listSecrets, {})).secrets.map(({ name }) => name));
      const plan = planOf(read.entries, existing, flags);
      refuseCodeVariables(plan.stored.filter(({ name }) => !existing.has(name)));
      if (!(await agree(tools, { read, stored: plan.stored, flags }))) return;
      for (const { name, value } of flags.dryRun ? [] : plan.stored)
        await client.call(putSecret, { params: { name }, body: { value } });
      const { problems } = read;
      await reporter.result(
        { ...plan.report, lines: problems.map(({ line, message }) => ({ line, message })) },
        formatReport(plan.report),
      );
    });
}

/** Reads all lines before any of them is sent. @throws CliError with the invalid lines, without values */
function readVariables(text: string): DotEnvFile {
  const file = parseDotEnv(text);
  const faults = file.problems.filter(({ isRead, isEmpty }) => !(isRead || isEmpty));
  if (faults.length > 0) throw new CliError('usage', `Nothing was imported: ${linesOf(faults).join('; ')}.`);
  if (file.entries.length === 0)
    throw new CliError('usage', 'The file has no variables. Write one NAME=value in each line.');
  return file;
}

/** Rejects new secrets whose names make an interpreter load code. @throws CliError */
function refuseCodeVariables(created: readonly DotEnvEntry[]): void {
  const bad = created.flatMap(({ name, line }) => {
    const problem = codeVariableProblem(name);
    return problem === undefined ? [] : [`line ${line}: ${name} ${problem}`];
  });
  if (bad.length > 0) throw new CliError('usage', `Nothing was imported: ${bad.join('; ')}.`);
}

function planOf(entries: readonly DotEnvEntry[], existing: ReadonlySet<string>, { replace, words: storesAll }: Flags) {
  const variables = storesAll ? [] : entries.filter(({ name, isCommonWord }) => isCommonWord && !existing.has(name));
  const others = entries.filter((entry) => !variables.includes(entry));
  const skipped = replace ? [] : others.filter(({ name }) => existing.has(name));
  const stored = others.filter((entry) => !skipped.includes(entry));
  const names = (list: readonly DotEnvEntry[]) => list.map(({ name }) => name);
  const report = {
    created: names(stored).filter((name) => !existing.has(name)),
    replaced: names(stored).filter((name) => existing.has(name)),
    skipped: names(skipped),
    variables: names(variables),
  };
  return { stored, report };
}

/**
 * Lists the lines that need attention. If a value to store may not be the intended one, asks for confirmation.
 * @throws CliError `usage` if there is no terminal to ask
 */
async function agree(
  { reporter, surroundings }: Tools,
  { read, stored, flags }: { read: DotEnvFile; stored: readonly DotEnvEntry[]; flags: Flags },
) {
  const isStored = (line: number) => stored.some((entry) => entry.line === line);
  const shown = read.problems.filter(({ line, isRead, isDoubtful }) => !isRead || isDoubtful || isStored(line));
  const doubtful = read.problems.filter(({ isDoubtful }) => isDoubtful);
  const isAsked = doubtful.length > 0 && !flags.yes && !flags.dryRun;
  if (isAsked && (reporter.isJson || !surroundings.stdin.isTTY)) {
    const advice =
      'Correct the lines (single quotes are read alike everywhere), or add --yes to store the values as read';
    throw new CliError('usage', `Nothing was imported: ${linesOf(doubtful).join('; ')}. ${advice}.`);
  }
  if (!reporter.isJson) for (const line of linesOf(shown)) reporter.say(`strongroom: ${line}`);
  return !isAsked || confirm(surroundings, 'Store these values as read?');
}

function linesOf(problems: DotEnvFile['problems']): string[] {
  return problems.map(({ line, message }) => `line ${line} ${message}`);
}

const headings: Readonly<Record<string, string>> = {
  variables:
    'not stored, because masking a common word would change every output (use run --env-file or --env, or add --words)',
};

function formatReport(report: Record<string, string[]>): string {
  return Object.entries(report)
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${headings[what] ?? what}: ${names.join(', ')}\n`)
    .join('');
}
