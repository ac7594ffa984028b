import type { Command } from 'commander';
import type { RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import type { GenerateRequest } from '../../../src-shared/contracts/generation.contract.ts';
import { CliError } from '../../cli-error.ts';
import { findInput, readWholeInput } from '../../input/find-input.ts';
import { readAllText } from '../../input/read-text.ts';
import { addRunOptions, type RunFlags, readRunOptions } from '../../options/run-options.ts';
import type { Tools, ToolsOf } from '../../toolbox.ts';
import { followGeneration } from './follow-generation.ts';
import { parseRepairs } from './providers.ts';
import { runGenerated } from './run-generated.ts';

export type GenerateFlags = RunFlags & {
  language: string;
  provider?: string;
  model?: string;
  run?: boolean;
  yes?: boolean;
  repairs: number;
};

/** Adds `strongroom generate PROMPT|-`, which lets a model write code and runs it after the user agrees. */
export function addGenerate(program: Command, toolsOf: ToolsOf): void {
  const command = program
    .command('generate')
    .description('let a model write a program; with --run review it, agree and run it')
    .argument('<prompt>', 'description of the program, or - to read it from stdin')
    .option('-l, --language <id>', 'an id or alias of the language', 'python')
    .option('--provider <id>', 'id of a provider (default: your default provider)')
    .option('--model <name>', "one of its models (default: the provider's)")
    .option('--run', 'show the code on stderr, ask for confirmation and run it')
    .option('-y, --yes', 'run the code without confirmation')
    .option('--repairs <0-3>', 'with --run: maximum number of repairs of a program that fails', parseRepairs, 0);
  addRunOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  strongroom generate 'print the first ten primes' > primes.py
  strongroom generate 'sum the numbers on stdin' --run --yes < numbers.txt
  strongroom generate - --language bash < wish.txt
  strongroom generate 'call the service' --secret API_TOKEN --run --repairs 2

The model is sent the prompt, the names of the secrets that you list and of your packages; never a value.
No secret is given where none is listed. Without --run the code is written to stdout, with it the program's output.`,
    )
    .action(async (promptArgument: string, flags: GenerateFlags) => {
      const tools = toolsOf(command);
      await generateCode(tools, promptArgument, flags);
    });
}

async function generateCode(tools: Tools, promptArgument: string, flags: GenerateFlags): Promise<void> {
  const { stdin } = tools.surroundings;
  const isStdinTaken = promptArgument === '-';
  // Checked before the request, so that no model is paid for an answer that cannot be confirmed.
  if (flags.run && !flags.yes && !stdin.isTTY)
    throw new CliError(
      'usage',
      'There is no terminal to ask for confirmation. Use --yes to run the code without confirmation.',
    );
  const prompt = isStdinTaken ? await readAllText(stdin) : promptArgument;
  const options = await readRunOptions(flags, [], { ...tools, isStdinTaken: isStdinTaken || !flags.run });
  const own = { ...tools, flag: flags.stdin, isStdinTaken: isStdinTaken || !flags.run || stdin.isTTY === true };
  // A repaired program gets the same input again.
  const whole = flags.repairs > 0 ? await readWholeInput(own) : undefined;
  const input = flags.run && flags.repairs === 0 ? findInput(own) : undefined;
  const request = requestOf(prompt, flags, options);
  const client = await tools.connector.connect();
  if (flags.run) {
    const given = { ...options, ...(whole !== undefined && { stdin: whole }) };
    return runGenerated(tools, { client, request, options: given, input, flags });
  }
  const view = createCodeView(tools);
  const answer = await followGeneration(tools, { client, request, onCode: view.show });
  await tools.reporter.document(answer, view.rest(answer.code));
}

function requestOf(prompt: string, flags: GenerateFlags, options: RunOptions): GenerateRequest {
  const { packages, withPackages, network } = options;
  const { language, provider, model } = flags;
  return {
    prompt,
    language,
    execute: false,
    secrets: options.secrets ?? [],
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(packages !== undefined && { packages }),
    ...(withPackages && { withPackages }),
    ...(network && { network }),
  };
}

/** Shows the code as it arrives on a terminal. A program receives the complete code once. */
function createCodeView({ reporter, surroundings }: Tools) {
  const isShown = surroundings.stdout.isTTY === true && !reporter.isJson;
  let shown = '';
  return {
    async show(text: string): Promise<void> {
      if (!isShown) return;
      shown += text;
      await reporter.part(text);
    },
    /** Returns the part of the code that is not on the terminal yet: all of it if the shown text was not the program. */
    rest(code: string): string {
      const whole = code.endsWith('\n') ? code : `${code}\n`;
      if (shown === '') return whole;
      if (whole.startsWith(shown)) return whole.slice(shown.length);
      reporter.say('\nThis is the program of the answer:');
      return whole;
    },
  };
}
