import { type Command, InvalidArgumentError } from 'commander';
import {
  deleteProvider,
  listProviders,
  type Provider,
  type ProviderInput,
  putProvider,
  testProvider,
} from '../../../src-shared/contracts/providers.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { exitCodes } from '../../exit-codes.ts';
import { askHidden, confirm } from '../../output/ask.ts';
import type { Table } from '../../output/table.ts';
import type { ToolsOf } from '../../toolbox.ts';
import { parseDuration } from '../run/run-options.ts';

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
        ...(key !== undefined && { apiKey: key ? (await askHidden(surroundings, 'API key: ')).trim() : null }),
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

function addTest(providers: Command, toolsOf: ToolsOf): void {
  const command = providers
    .command('test')
    .description('check that it answers and has the model; exits with 1 if not')
    .argument('<id>')
    .addHelpText(
      'after',
      "\nExamples:\n  strongroom providers test ollama\n  strongroom providers test ollama --json | jq -r '.models[]'",
    )
    .action(async (id: string) => {
      const { connector, reporter } = toolsOf(command);
      const found = await (await connector.connect()).call(testProvider, { params: { id } });
      const models = (found.models ?? []).map((model) => `  ${visibleLine(model)}\n`).join('');
      await reporter.result(found, `${found.outcome}: ${found.message}\n${models}`);
      if (found.outcome !== 'ok' && found.outcome !== 'no_models') process.exitCode = exitCodes.failure;
    });
}

/** Parses the maximum number of repairs. @throws InvalidArgumentError */
export function parseRepairs(text: string): number {
  if (!/^[0-3]$/.test(text)) throw new InvalidArgumentError('Enter a number from 0 to 3.');
  return Number(text);
}
