import type { Hint } from '../../../src-shared/contracts/hints.ts';
import type { UsableSecret } from '../secret-grants.ts';
import type { FailedRun } from './failed-run.ts';

const codeCharacters = 256 * 1024;
const maxSecrets = 2;

/** Returns hints about secrets that a program names and did not get. */
export function missingSecrets({ ranIn, code, errorLines, otherSecrets }: FailedRun): Hint[] {
  if (otherSecrets.length === 0) return [];
  const names = namesIn(`${code.slice(0, codeCharacters)}\n${errorLines.join('\n')}`);
  return otherSecrets
    .filter(({ name }) => names.has(name))
    .slice(0, maxSecrets)
    .map((secret) => hintOf(ranIn, secret));
}

function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  // No secret has a longer name.
  for (const [name] of text.matchAll(/[A-Za-z_][A-Za-z0-9_]{0,127}/g)) names.add(name);
  return names;
}

function hintOf(ranIn: FailedRun['ranIn'], { name, hosts }: UsableSecret): Hint {
  if (hosts === null)
    return {
      code: 'secret_not_used',
      text: `The program names the secret ${name}, and this ${ranIn} did not get it.`,
      action: { type: 'use_secret', name },
    };
  return {
    code: 'secret_needs_host',
    text: `The program names the secret ${name}, which is only sent to ${hosts.join(', ')}. The ${ranIn} needs a network rule for this host that names the secret.`,
    action: { type: 'use_secret', name, hosts: [...hosts] },
  };
}
