import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { listLanguages } from '../../src-shared/contracts/languages.contract.ts';
import {
  addPackage,
  listPackages,
  type PackageInfo,
  type PackageSpec,
  removePackage,
  setPackages,
} from '../../src-shared/contracts/packages.contract.ts';
import { CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import { readPackageFile, withLines } from '../input/package-list.ts';
import type { Table } from '../output/table.ts';
import type { Tools, ToolsOf } from '../toolbox.ts';

const pollMs = 300;

/** Adds `strongroom packages`, which manages the packages of each language. */
export function addPackages(program: Command, toolsOf: ToolsOf): void {
  const packages = program
    .command('packages')
    .description('manage the packages that programs of a language can import');
  addList(packages, toolsOf);
  addAdd(packages, toolsOf);
  addRemove(packages, toolsOf);
  addSet(packages, toolsOf);
}

function addList(packages: Command, toolsOf: ToolsOf): void {
  const command = packages
    .command('ls')
    .description('list the packages of each language, with their states')
    .addHelpText('after', '\nExamples:\n  strongroom packages ls')
    .action(async () => {
      const { connector, reporter } = toolsOf(command);
      const found = await (await connector.connect()).call(listPackages, {});
      await reporter.list(found, tableOf(found.packages));
    });
}

function addAdd(packages: Command, toolsOf: ToolsOf): void {
  const command = packages
    .command('add')
    .description('add packages and wait until they are installed')
    .argument('<names...>', 'name, or name==version; for several, or another language than Python, the language first')
    .option('--no-wait', 'do not wait for the installation')
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom packages add requests\n  strongroom packages add javascript left-pad@1.3.0 --no-wait',
    )
    .action(async (given: string[], flags: { wait: boolean }) => {
      const tools = toolsOf(command);
      const client = await tools.connector.connect();
      const { language, names } = await withLanguage(client, given);
      for (const name of names) await client.call(addPackage, { body: { language, name } });
      await finish(tools, client, flags.wait);
    });
}

function addRemove(packages: Command, toolsOf: ToolsOf): void {
  const command = packages
    .command('rm')
    .description('remove packages from a list')
    .argument('<names...>', 'for several, or another language than Python, the language first')
    .addHelpText('after', '\nExamples:\n  strongroom packages rm requests')
    .action(async (given: string[]) => {
      const { connector, reporter } = toolsOf(command);
      const client = await connector.connect();
      const { language, names } = await withLanguage(client, given);
      for (const name of names) await client.call(removePackage, { params: { language, name } });
      await reporter.result({ removed: names }, '');
    });
}

function addSet(packages: Command, toolsOf: ToolsOf): void {
  const command = packages
    .command('set')
    .description('replace the list of one language, or retry a failed installation')
    .argument('<language>')
    .argument('[names...]', 'the complete list; omit it to read --from')
    .option('--from <file>', 'a requirements.txt, a package.json, or one package in each line; - for stdin')
    .option('--no-wait', 'do not wait for the installation')
    .addHelpText(
      'after',
      '\nExamples:\n  strongroom packages set python --from requirements.txt\n  strongroom packages set javascript --from package.json\n  strongroom packages set javascript lodash@4',
    )
    .action(async (language: string, names: string[], flags: { from?: string; wait: boolean }) => {
      const tools = toolsOf(command);
      const client = await tools.connector.connect();
      const path = flags.from;
      const file = path === undefined ? undefined : await readPackageFile(tools, client, { path, language });
      const { packages: before } = await client.call(listPackages, {});
      const replaced = await listOf(client, language);
      const others = before.filter((info) => info.language !== replaced).map(specOf);
      const added = [...names.map((name) => ({ name })), ...(file?.specs ?? [])].map((spec) => ({ language, ...spec }));
      const first = others.length + names.length;
      await client.call(setPackages, { body: { packages: [...others, ...added] } }).catch((error: unknown) => {
        throw file === undefined ? error : withLines(error, { path: path ?? '', lines: file.lines, first });
      });
      await finish(tools, client, flags.wait);
    });
}

/**
 * Takes one argument as a package of Python, and the first of several as the language: a mistyped language must not become a
 * package. @throws CliError
 */
async function withLanguage(client: ApiClient, given: string[]): Promise<{ language: string; names: string[] }> {
  const [first = '', ...rest] = given;
  if (rest.length > 0) return { language: first, names: rest };
  if ((await listOf(client, first)) === undefined) return { language: 'python', names: given };
  throw new CliError('usage', `Name the packages for ${first}, such as: strongroom packages add ${first} NAME`);
}

/** Returns the language of the package list for a language id or alias. */
async function listOf(client: ApiClient, name: string): Promise<string | null | undefined> {
  const { languages } = await client.call(listLanguages, {});
  const added = name.toLowerCase();
  return languages.find(({ id, aliases }) => id === added || aliases.includes(added))?.packageList;
}

function specOf({ language, name, requested, extras, hashes }: PackageInfo): PackageSpec {
  const version = requested === null ? {} : { version: requested };
  return { language, name, ...version, ...(extras && { extras }), ...(hashes && { hashes }) };
}

/** Waits for the installation and reports the result. @throws CliError if a package could not be installed */
async function finish({ reporter }: Tools, client: ApiClient, wait: boolean): Promise<void> {
  let found = await client.call(listPackages, {});
  while (wait && found.packages.some(({ status }) => status === 'installing')) {
    reporter.progress('Installing …');
    await sleep(pollMs);
    found = await client.call(listPackages, {});
  }
  reporter.progress(undefined);
  await reporter.list(found, tableOf(found.packages));
  const failed = found.packages.find(({ status }) => status === 'failed');
  if (failed !== undefined)
    throw new CliError('failed', `The packages could not be installed: ${failed.error ?? 'unknown reason'}`);
}

function tableOf(packages: PackageInfo[]): Table {
  const rows = packages.map(({ language, name, version, requested, extras, status }) => [
    language,
    extras === undefined ? name : `${name}[${extras.join(',')}]`,
    version ?? '-',
    requested ?? 'any',
    status,
  ]);
  const headings = ['LANGUAGE', 'NAME', 'VERSION', 'REQUESTED', 'STATUS'];
  return { headings, rows, empty: 'No packages. Add one with: strongroom packages add NAME' };
}
