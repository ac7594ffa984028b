import { type Command, InvalidArgumentError } from 'commander';
import {
  deleteProvider,
  listProviders,
  type Provider,
  type ProviderInput,
  type ProviderTest,
  putProvider,
  testProvider,
  tryProvider,
} from '../../../src-shared/contracts/providers.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import { parseDuration } from '../../options/parse-values.ts';
import { askHidden, confirm } from '../../output/ask.ts';
import type { Table } from '../../output/table.ts';
import type { Surroundings } from '../../surroundings.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';

/** Adds `strongroom providers`, which manages the endpoints whose models write code. */
export function addProviders(program: Command, toolsOf: ToolsOf): void {
  const providers = program
    .command('providers')
    .description('manage OpenAI-compatible endpoints whose models write code');
  addList(providers, toolsOf);
  addSet(providers, toolsOf);
  addRemove(providers, toolsOf);
  addTest(providers, toolsOf);
}

function addList(providers: Command, toolsOf: ToolsOf): void {
  const command = providers
    .command('ls')
    .description('list all endpoints, without their keys')
    .addHelpText('after', '\nExamples:\n  strongroom providers ls')
    .action(async () => {
      const { connector, reporter } = toolsOf(command);
      const found = await (await connector.connect()).call(listProviders, {});
      await reporter.list(found, tableOf(found.providers));
    });
}

function tableOf(providers: Provider[]): Table {
  const rows = providers.map(({ id, baseUrl, model, hasKey, default: isDefault }) => [
    isDefault ? `${id} (default)` : id,
    baseUrl,
    hasKey ? 'set' : 'none',
    model,
  ]);
  const empty = 'No model providers. Add one with: strongroom providers set ID --url ADDRESS --model NAME';
  return { headings: ['ID', 'ADDRESS', 'KEY', 'MODEL'], rows, empty };
}

interface SetFlags {
  url: string;
  model: string;
  key?: boolean;
  timeout?: number;
  default?: boolean;
}

function addSet(providers: Command, toolsOf: ToolsOf): void {
  const command = providers
    .command('set')
    .description('add or change an endpoint; its key is read from a prompt or stdin')
    .argument('<id>', 'a name of your choice')
    .requiredOption('--url <address>', 'such as http://127.0.0.1:11434; with or without /v1')
    .requiredOption('--model <name>', 'the model for requests that name none')
    .option('--key', 'ask for its API key (without this option the stored key is kept for the same host)')
    .option('--no-key', 'remove its API key')
    .option('--timeout <time>', 'maximum time without an answer, such as 2m (default: 2m)', parseDuration)
    .option('--default', 'use this endpoint for requests that name none')
    .addHelpText(
      'after',
      `
Examples:
  strongroom providers set ollama --url http://127.0.0.1:11434 --model qwen3-coder:30b
  strongroom providers set openai --url https://api.openai.com --model gpt-5.1 --key --default
  strongroom providers set openai --url https://api.openai.com --model gpt-5.1 --key < key.txt`,
    )
    .action(async (id: string, { url, model, key, timeout, default: isDefault }: SetFlags) => {
      const { connector, reporter, surroundings } = toolsOf(command);
      const body: ProviderInput = {
        baseUrl: url,
        model,
        ...(key !== undefined && { apiKey: key ? await askKey(surroundings) : null }),
        ...(timeout !== undefined && { timeoutMs: timeout }),
        ...(isDefault && { default: true }),
      };
      const kept = await (await connector.connect()).call(putProvider, { params: { id }, body });
      await reporter.result(kept, `${kept.id}: ${kept.model} at ${kept.baseUrl}\n`);
    });
}

function addRemove(providers: Command, toolsOf: ToolsOf): void {
  const command = providers
    .command('rm')
    .description('remove an endpoint and its key')
    .argument('<id>')
    .option('-y, --yes', 'skip the confirmation')
    .addHelpText('after', '\nExamples:\n  strongroom providers rm ollama --yes')
    .action(async (id: string, flags: { yes?: boolean }) => {
      const { connector, reporter, surroundings } = toolsOf(command);
      if (!flags.yes && !(await confirm(surroundings, `Forget ${id}?`))) return;
      await (await connector.connect()).call(deleteProvider, { params: { id } });
      await reporter.result({ deleted: id }, '');
    });
}

interface TestFlags {
  url?: string;
  model?: string;
  key?: boolean;
}

function addTest(providers: Command, toolsOf: ToolsOf): void {
  const command = providers
    .command('test')
    .description('check that an endpoint answers, and list its models; exits with 1 if it does not')
    .argument('[id]', 'a stored endpoint; with --url, the one whose key is sent if the host is the same')
    .option('--url <address>', 'test this address before it is stored; nothing is stored')
    .option('--model <name>', 'with --url: check that it has this model')
    .option('--key', 'with --url: ask for its API key, or read it from stdin')
    .addHelpText(
      'after',
      "\nExamples:\n  strongroom providers test ollama\n  strongroom providers test --url http://127.0.0.1:11434\n  strongroom providers test --url https://api.openai.com --key < key.txt\n  strongroom providers test ollama --json | jq -r '.models[]'",
    )
    .action(async (id: string | undefined, flags: TestFlags) => {
      const tools = toolsOf(command);
      const found = await test(tools, id, flags);
      const models = (found.models ?? []).map((model) => `  ${visibleLine(model)}\n`).join('');
      await tools.reporter.result(found, `${found.outcome}: ${found.message}\n${models}`);
      if (found.outcome !== 'ok' && found.outcome !== 'no_models') process.exitCode = exitCodes.failure;
    });
}

async function test(
  { connector, surroundings }: Tools,
  id: string | undefined,
  flags: TestFlags,
): Promise<ProviderTest> {
  const { url: baseUrl, model, key } = flags;
  if (baseUrl === undefined) {
    const [other] = [key && '--key', model !== undefined && '--model'].filter(Boolean);
    if (other) throw new CliError('usage', `${other} is for an endpoint that is not stored yet: add --url ADDRESS.`);
    if (id === undefined)
      throw new CliError('usage', 'Name a stored endpoint (strongroom providers ls), or an address: --url ADDRESS.');
    return (await connector.connect()).call(testProvider, { params: { id } });
  }
  const apiKey = key ? await askKey(surroundings) : undefined;
  const body = { baseUrl, ...(model && { model }), ...(apiKey && { apiKey }), ...(id !== undefined && { keyOf: id }) };
  return (await connector.connect()).call(tryProvider, { body });
}

const askKey = async (surroundings: Surroundings) => (await askHidden(surroundings, 'API key: ')).trim();

/** Parses the maximum number of repairs. @throws InvalidArgumentError */
export function parseRepairs(text: string): number {
  if (!/^[0-3]$/.test(text)) throw new InvalidArgumentError('Enter a number from 0 to 3.');
  return Number(text);
}
