import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { listSecrets, putSecret, SecretText } from '../../../src-shared/contracts/secrets.contract.ts';
import { codeVariableProblem } from '../../../src-shared/formats/code-variables.ts';
import { SecretName } from '../../../src-shared/formats/secret-name.ts';
import { CliError } from '../../cli-error.ts';
import { readAllText, readText } from '../../input/read-text.ts';
import type { ToolsOf } from '../../toolbox.ts';

/** Adds `strongroom secrets import FILE|-`, which stores the variables of a `.env` file. */
export function addImport(secrets: Command, toolsOf: ToolsOf): void {
  const command = secrets
    .command('import')
    .description('store the variables of a .env file; existing secrets are not changed')
    .argument('<file>', 'the file, or - for stdin')
    .option('--replace', 'replace existing secrets')
    .option('--dry-run', 'only list the changes')
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom secrets import .env --dry-run\n  strongroom secrets import .env --replace',
    )
    .action(async (file: string, flags: { replace?: boolean; dryRun?: boolean }) => {
      const { surroundings, connector, reporter } = toolsOf(command);
      const text = file === '-' ? await readAllText(surroundings.stdin) : readText(file);
      const variables = readVariables(text);
      const client = await connector.connect();
      const existing = new Set((await client.call(listSecrets, {})).secrets.map(({ name }) => name));
      const skipped = flags.replace ? [] : variables.filter(({ name }) => existing.has(name));
      const taken = variables.filter((variable) => !skipped.includes(variable));
      refuseCodeVariables(taken.filter(({ name }) => !existing.has(name)));
      for (const { name, value } of flags.dryRun ? [] : taken)
        await client.call(putSecret, { params: { name }, body: { value } });
      const report = {
        created: taken.map(({ name }) => name).filter((name) => !existing.has(name)),
        replaced: taken.map(({ name }) => name).filter((name) => existing.has(name)),
        skipped: skipped.map(({ name }) => name),
      };
      await reporter.result(report, formatReport(report));
    });
}

/** Checks all variables before any of them is sent. @throws CliError with the invalid names, without values */
function readVariables(text: string): { name: string; value: string }[] {
  const variables = Object.entries(parseEnv(text)).map(([name, value]) => ({ name, value: value ?? '' }));
  const bad = variables.flatMap(({ name, value }) => {
    const issue = SecretName.safeParse(name).error ?? SecretText.safeParse(value).error;
    return issue ? [`${name} ${issue.issues[0]?.message}`] : [];
  });
  if (bad.length > 0) throw new CliError('usage', `Nothing was imported: ${bad.join('; ')}.`);
  if (variables.length === 0)
    throw new CliError('usage', 'The file has no variables. Write one NAME=value in each line.');
  return variables;
}

/** Rejects new secrets whose names make an interpreter load code. @throws CliError */
function refuseCodeVariables(created: readonly { name: string }[]): void {
  const bad = created.flatMap(({ name }) => {
    const problem = codeVariableProblem(name);
    return problem === undefined ? [] : [`${name} ${problem}`];
  });
  if (bad.length > 0) throw new CliError('usage', `Nothing was imported: ${bad.join('; ')}.`);
}

function formatReport(report: Record<string, string[]>): string {
  return Object.entries(report)
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what}: ${names.join(', ')}\n`)
    .join('');
}
