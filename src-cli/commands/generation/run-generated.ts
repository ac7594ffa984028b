import type { Readable } from 'node:stream';
import type { RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import { type ExecuteResponse, execute } from '../../../src-shared/contracts/executions.contract.ts';
import type {
  GenerateRequest,
  GenerateResponse,
  GenerationAttempt,
} from '../../../src-shared/contracts/generation.contract.ts';
import { listLanguages } from '../../../src-shared/contracts/languages.contract.ts';
import { listPackages } from '../../../src-shared/contracts/packages.contract.ts';
import { type ApprovedRun, approvalHash, packageLabel } from '../../../src-shared/formats/approval-hash.ts';
import { withTextOutput } from '../../../src-shared/formats/text-output.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { runAndReport } from '../../execution/carry-run.ts';
import { streamFields } from '../../input/find-input.ts';
import { describeNetwork } from '../../network/rules-text.ts';
import type { RunFlags } from '../../options/run-options.ts';
import { confirm } from '../../output/ask.ts';
import type { Tools } from '../../toolbox.ts';
import { followGeneration } from './follow-generation.ts';

const outputCharacters = 16_000;

interface Wish {
  client: ApiClient;
  request: GenerateRequest;
  options: RunOptions;
  /** The open input of the program, which runs once. */
  input: Readable | undefined;
  flags: Pick<RunFlags, 'out' | 'force' | 'raw' | 'verbose'> & { yes?: boolean; repairs: number };
}

/** Requests a program, shows it, runs it after confirmation, and requests a repair if it fails. Each round is confirmed. */
export async function runGenerated(tools: Tools, wish: Wish): Promise<void> {
  const { client, request, flags } = wish;
  const attempts: GenerationAttempt[] = [];
  let previous: GenerateRequest['previous'];
  let stopReason: GenerateResponse['stopReason'] = 'failed';
  for (let round = 0; ; round++) {
    const asked = previous === undefined ? request : { ...request, previous };
    const answer = await followGeneration(tools, { client, request: asked, onCode: async () => undefined });
    const isIdentical = attempts.some(({ code }) => code.trim() === answer.code.trim());
    const execution = isIdentical ? undefined : await agreeAndRun(tools, wish, { answer, attempt: round + 1 });
    attempts.push({ code: answer.code, ...(execution && { execution }) });
    if (isIdentical) tools.reporter.say('strongroom: the model returned the same code again');
    if (isIdentical) stopReason = 'identical_code';
    else if (execution === undefined) stopReason = 'not_executed';
    else if (execution.status === 'succeeded' || execution.status === 'cancelled') stopReason = execution.status;
    else if (round < flags.repairs) {
      previous = { code: answer.code, output: failureOf(execution) };
      continue;
    }
    return tellInJson(tools, { ...answer, attempts, stopReason });
  }
}

async function agreeAndRun(
  tools: Tools,
  { client, request, options, input, flags }: Wish,
  { answer, attempt }: { answer: GenerateResponse; attempt: number },
): Promise<ExecuteResponse | undefined> {
  const { prompt } = request;
  const { language, code, model } = answer;
  const run: ApprovedRun = {
    language,
    code,
    secrets: options.secrets ?? [],
    packages: [
      ...(options.packages === false ? [] : await packagesOf(client, language)),
      ...(options.withPackages ?? []),
    ],
    network: options.network ?? 'none',
  };
  if (!flags.yes || !tools.reporter.isJson) tools.reporter.say(cardOf(run, model));
  if (!flags.yes && !(await confirm(tools.surroundings, 'Run it?'))) return undefined;
  const generated = { prompt, model, attempt, approval: approvalHash(run) };
  const body = {
    ...options,
    ...streamFields(tools, input),
    ...{ secrets: options.secrets ?? [], language, code, generated },
    // No one has approved the names of packages that only the model chose.
    ...(flags.yes && { inlinePackages: false }),
  };
  const start = () => client.stream(execute, { body });
  const finished = await runAndReport(tools, {
    client,
    start,
    input,
    network: options.network,
    flags,
    isReportedByCaller: true,
  });
  return withTextOutput(finished);
}

async function packagesOf(client: ApiClient, id: string): Promise<string[]> {
  const { languages } = await client.call(listLanguages, {});
  const list = languages.find((language) => language.id === id)?.packageList ?? null;
  if (list === null) return [];
  const { packages } = await client.call(listPackages, {});
  return packages.filter(({ language }) => language === list).map(packageLabel);
}

function cardOf({ language, code, secrets, packages, network }: ApprovedRun, model: string): string {
  const names = secrets === 'all' ? 'all' : secrets.join(', ');
  return [
    `--- ${language}, written by ${visibleLine(model)}`,
    code.replace(/\n$/, ''),
    `--- secrets: ${names || 'none'}; packages: ${packages.map(visibleLine).join(', ') || 'none'}; network: ${visibleLine(describeNetwork(network))}`,
  ].join('\n');
}

function failureOf({ status, exitCode, stderr, stdout }: ExecuteResponse): string {
  const end = exitCode === null ? status : `exit code ${exitCode}`;
  return `${end}\nstdout:\n${stdout.slice(-outputCharacters / 4)}\nstderr:\n${stderr.slice(-outputCharacters)}`.toWellFormed();
}

async function tellInJson({ reporter }: Tools, answer: GenerateResponse): Promise<void> {
  if (!reporter.isJson) return;
  const last = answer.attempts.findLast(({ execution }) => execution !== undefined)?.execution;
  await reporter.result({ ...answer, ...(last && { execution: last }) }, '');
}
