import type { RunOptions } from '../../src-shared/contracts/execute-request.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import type { SecretValue } from '../crypto/secret-value.ts';
import type { WritableDb } from '../db/database.ts';
import { refuseLargeEnvironment } from '../engine/environment-size.ts';
import type { GrantSecrets } from './secret-grants.ts';

interface EnvironmentRequest {
  secrets: RunOptions['secrets'];
  /** Selection if the request has none and no network access. */
  usualSecrets: 'all' | readonly string[];
  env: RunOptions['env'];
  args: readonly string[];
  network: 'none' | 'full';
}

export interface GrantedEnvironment {
  /** The variables of the request and the values of the secrets. */
  env: Record<string, string>;
  /** Variables that are secrets: their values are masked in the output. */
  secretNames: readonly string[];
  /** Messages for users about secrets that no program gets. */
  notices: readonly string[];
  /** Records the use of the secrets, in the transaction that records the work. */
  recordUse(db: WritableDb): void;
}

/**
 * Opens the secrets that a request selects, and returns them with its variables as the environment of a program.
 * @throws AppError `secrets_must_be_named`, `unknown_secret`, `forbidden`, `environment_too_large`
 */
export function grantEnvironment(
  grantSecrets: GrantSecrets,
  actor: Actor,
  { secrets, usualSecrets, env: own = {}, args, network }: EnvironmentRequest,
): GrantedEnvironment {
  const { values, withheld, recordUse } = grantSecrets(actor, {
    secrets: selectSecrets(secrets, usualSecrets, network),
    overridden: new Set(Object.keys(own)),
  });
  const env = { ...takeOut(values), ...own };
  const secretNames = [...values.keys()];
  refuseLargeEnvironment({ args, env, secretNames });
  return { env, secretNames, notices: withheldNotices(withheld), recordUse };
}

/** @throws AppError `network_not_allowed` */
export function requireNetworkSetting(network: 'none' | 'full', settings: { network: { allowed: boolean } }): void {
  if (network === 'none' || settings.network.allowed) return;
  throw new AppError(
    'network_not_allowed',
    'The settings do not allow runs with network access. Allow them in the settings (network.allowed).',
  );
}

function selectSecrets(
  secrets: RunOptions['secrets'],
  usual: 'all' | readonly string[],
  network: 'none' | 'full',
): 'all' | readonly string[] {
  if (network === 'none') return secrets ?? usual;
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
  const texts = [...values].map(([name, value]) => {
    const text = Buffer.from(value.reveal()).toString();
    value.wipe();
    return [name, text] as const;
  });
  return Object.fromEntries(texts);
}
