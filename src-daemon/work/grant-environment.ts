import type { RunOptions } from '../../src-shared/contracts/execute-request.ts';
import type { Network } from '../../src-shared/contracts/network/network-rules.ts';
import { defaultSecretHeaders } from '../../src-shared/contracts/network/secret-hosts.ts';
import type { Actor } from '../core/actor.ts';
import type { SecretValue } from '../crypto/secret-value.ts';
import type { WritableDb } from '../db/database.ts';
import type { BoundSecret } from '../egress/policy.ts';
import { refuseLargeEnvironment } from '../engine/environment-size.ts';
import { AppError } from '../errors/app-error.ts';
import { invalidField } from '../errors/repeated-errors.ts';
import { newPlaceholder } from './network/placeholder.ts';
import type { BoundValue, GrantSecrets, SecretRule } from './secret-grants.ts';

interface EnvironmentRequest {
  secrets: RunOptions['secrets'];
  /** Selection if the request has none and no network access. */
  defaultSecrets: 'all' | readonly string[];
  env: RunOptions['env'];
  args: readonly string[];
  network: Network;
}

export interface GrantedEnvironment {
  /** The variables of the request, the values of the secrets, and the placeholders of the bound secrets. */
  env: Record<string, string>;
  /** Names of all secrets of the program: its variables, and those that are put into its requests. */
  secretNames: readonly string[];
  /**
   * Values that are masked in the output. The values of bound secrets are not among them: no program has them, and a
   * client whose program prints guesses would learn from the masked output which one is right.
   */
  maskedValues: readonly string[];
  /** Secrets that are put into requests. */
  boundSecrets: readonly BoundSecret[];
  /** Messages for users about secrets that no program gets. */
  notices: readonly string[];
  /** Records the use of the secrets, in the transaction that records the work. */
  recordUse(db: WritableDb): void;
}

/**
 * Opens the secrets that a request selects, and returns them with its variables as the environment of a program. Secrets
 * that network rules name are not in it: the program gets a placeholder of each.
 * @throws AppError `secrets_must_be_named`, `unknown_secret`, `forbidden`, `secret_not_bound`, `secret_proxy_only`,
 * `invalid_request`, `environment_too_large`
 */
export function grantEnvironment(
  grantSecrets: GrantSecrets,
  actor: Actor,
  { secrets, defaultSecrets, env: own = {}, args, network }: EnvironmentRequest,
): GrantedEnvironment {
  const rules = typeof network === 'string' ? undefined : network.allow;
  refuseOwnPlaceholders(own, rules ?? []);
  const { values, bound, withheld, recordUse } = grantSecrets(actor, {
    secrets: selectSecrets(secrets, defaultSecrets, network),
    overridden: new Set(Object.keys(own)),
    rules,
  });
  const boundSecrets = [...bound].map(([name, granted]) => bindSecret(name, granted));
  const variables = takeOut(values);
  const placeholders = Object.fromEntries(boundSecrets.map(({ name, placeholder }) => [name, placeholder]));
  const env = { ...variables, ...own, ...placeholders };
  const secretNames = [...values.keys(), ...bound.keys()];
  refuseLargeEnvironment({ args, env, secretNames });
  return {
    ...{ env, secretNames, boundSecrets, recordUse },
    maskedValues: Object.values(variables),
    notices: withheldNotices(withheld),
  };
}

/** A variable of the request would replace the placeholder, and the rule could not use the secret. */
function refuseOwnPlaceholders(own: Readonly<Record<string, string>>, rules: readonly SecretRule[]): void {
  const name = rules.flatMap(({ secrets = [] }) => secrets).find((secret) => Object.hasOwn(own, secret));
  if (name !== undefined)
    throw invalidField(`env.${name}`, 'must be absent, because a network rule sets it to the placeholder of a secret');
}

function bindSecret(name: string, { value, hosts, placeholderPrefix }: BoundValue): BoundSecret {
  return {
    name,
    placeholder: newPlaceholder(name, placeholderPrefix),
    value: takeText(value),
    locations: hosts.map(({ host, in: parts = defaultSecretHeaders }) => ({ host, in: parts })),
  };
}

function selectSecrets(
  secrets: RunOptions['secrets'],
  defaults: 'all' | readonly string[],
  network: Network,
): 'all' | readonly string[] {
  if (network === 'none') return secrets ?? defaults;
  if (secrets === 'all')
    throw new AppError(
      'secrets_must_be_named',
      'A run with network access cannot use "all" secrets: list their names in `secrets`.',
    );
  return secrets ?? [];
}

/** Message for users that lists the selected secrets that no program gets (src-shared/formats/code-variables.ts). */
function withheldNotices(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const what = names.length === 1 ? `the secret ${names[0]}` : `the secrets ${names.join(', ')}`;
  return [
    `The program did not get ${what}, because interpreters or tools take code from variables of this name. To set such a ` +
      'variable, use `env`.',
  ];
}

/** Returns the values as text, and wipes their bytes. */
function takeOut(values: ReadonlyMap<string, SecretValue>): Record<string, string> {
  return Object.fromEntries([...values].map(([name, value]) => [name, takeText(value)]));
}

function takeText(value: SecretValue): string {
  const text = Buffer.from(value.reveal()).toString();
  value.wipe();
  return text;
}
