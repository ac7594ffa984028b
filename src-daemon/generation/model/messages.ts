import type { ExecuteResponse } from '../../../src-shared/contracts/executions.contract.ts';
import { effectiveRule, type Network } from '../../../src-shared/contracts/network/network-rules.ts';
import { variableExpression } from './variable-expression.ts';

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** Description of the program that a model should write. It contains the names of secrets, but no values. */
export interface CodingTask {
  prompt: string;
  language: { id: string; name: string; version: string | null };
  packages: readonly string[];
  secretNames: readonly string[];
  network: Network;
  previous?: { code: string; output?: string | undefined } | undefined;
}

const outputCharacters = 8000;

/** Returns the first messages of a conversation: conventions of the sandbox, the prompt, and code to repair, if any. */
export function firstMessages(task: CodingTask): Message[] {
  const first: Message[] = [
    { role: 'system', content: conventions(task) },
    { role: 'user', content: task.prompt },
  ];
  return task.previous === undefined ? first : [...first, ...repairMessages(task.language.id, task.previous)];
}

/** Returns the code as an earlier answer of the model, and the request to repair it. */
export function repairMessages(
  language: string,
  { code, output }: { code: string; output?: string | undefined },
): Message[] {
  const report = output === undefined || output === '' ? '' : `\n\n${fenced('text', tail(output))}`;
  const request = 'This program does not work yet. Fix it and answer with the whole program again.';
  return [
    { role: 'assistant', content: fenced(language, code) },
    { role: 'user', content: `${request}${report}` },
  ];
}

/** Describes to the model how a run failed. The output is already masked. */
export function describeFailure({ status, exitCode, signal, stdout, stderr }: ExecuteResponse): string {
  const reasons = {
    timed_out: 'It was stopped at the time limit.',
    out_of_memory: 'It was stopped at the memory limit.',
    failed: signal === null ? `It ended with exit code ${exitCode}.` : `It was stopped by ${signal}.`,
  };
  const reason = reasons[status as keyof typeof reasons] ?? '';
  const errors = stderr === '' ? '' : `\nstderr:\n${tail(stderr)}`;
  return `${reason}${errors}${stdout === '' ? '' : `\nstdout:\n${tail(stdout).slice(-outputCharacters / 4)}`}`;
}

function conventions({ language, packages, secretNames, network }: CodingTask): string {
  const { name, version } = language;
  return [
    `You write one complete ${name}${version === null ? '' : ` (${version})`} program. It is run once, as it stands, in a ` +
      'sandbox without a user who could answer questions.',
    'It starts in the working directory /work, which contains the input files. It writes result files, such as charts in ' +
      'PNG or SVG, to this directory by a relative path. Only this directory and /tmp are writable.',
    'Print results to stdout and errors to stderr, with an exit code other than 0 after an error. There is no display.',
    networkConvention(network),
    packages.length === 0
      ? 'Use the standard library only; nothing can be installed.'
      : `Use the standard library and these packages, if needed: ${packages.join(', ')}. Nothing else can be installed.`,
    ...secretConventions(language.id, secretNames),
    ...boundConventions(network),
    `Answer with the complete program only, without placeholders, in one block fenced as ${language.id}. If your answer is ` +
      'a JSON object, put the program into "code", without a fence, and leave "reason" empty. If the program cannot be ' +
      'written, say why in a sentence; in a JSON object, in "reason" with an empty "code".',
  ].join('\n');
}

function secretConventions(languageId: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const list = names.map((name) => `${name}, read as ${variableExpression(languageId, name)}`).join('; ');
  return [`These secrets are in the environment: ${list}. Never print them or write them to a file.`];
}

function networkConvention(network: Network): string {
  if (network === 'none') return 'There is no network.';
  if (network === 'full') return 'The network can be used.';
  const rules = network.allow.map((rule) => {
    const { host, protocol, ports, methods, paths } = effectiveRule(rule);
    const limits = [methods && `only ${methods.join(', ')}`, paths && `only the paths ${paths.join(', ')}`];
    const scheme = { tls: 'HTTPS or other TLS', http: 'HTTP without encryption', tcp: 'TCP' }[protocol];
    return [`${host} (${scheme}, port ${ports.join(', ')})`, ...limits].filter(Boolean).join(', ');
  });
  if (rules.length === 0) return 'There is no network.';
  return `Only these hosts can be reached: ${rules.join('; ')}. Connections to all others are refused.`;
}

/** Says that a program sends the placeholder of a secret as it is. */
function boundConventions(network: Network): string[] {
  if (typeof network === 'string') return [];
  const bound = network.allow.flatMap(({ host, secrets = [] }) => secrets.map((name) => `${name} to ${host}`));
  if (bound.length === 0) return [];
  return [
    `The values of these variables are placeholders: ${bound.join('; ')}. Send them unchanged in a header of a request, where ` +
      'the sandbox replaces them by the secrets. Do not compute with them and do not check their form.',
  ];
}

/** Wraps text in a fence that is longer than any in the text. */
function fenced(tag: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${tag}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

function tail(text: string): string {
  return text.length <= outputCharacters ? text : `…${text.slice(-outputCharacters).replace(/^[\udc00-\udfff]/, '')}`;
}
