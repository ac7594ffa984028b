import { randomBytes } from 'node:crypto';
import type { ExecuteRequest, RunOptions } from '../../src-shared/contracts/execute-request.ts';
import type { Settings } from '../../src-shared/contracts/settings.contract.ts';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/app-error.ts';
import { unknownLanguage } from '../core/repeated-errors.ts';
import type { SecretValue } from '../crypto/secret-value.ts';
import type { WritableDb } from '../db/database.ts';
import { outputHalfBytes, type SandboxJob } from '../engine/engine.ts';
import { refuseLargeEnvironment } from '../engine/environment-size.ts';
import { longestFormBytes } from './output/masked-forms.ts';
import type { GrantSecrets } from './secret-grants.ts';

interface PlanDeps {
  grantSecrets: GrantSecrets;
  readSettings: (accountId: number) => Settings;
  /** Returns the id of a language by its id or alias. */
  findLanguageId: (name: string) => string | undefined;
  findPackages: FindPackages;
}

/** Finds the installed packages that a run of a language gets. */
export type FindPackages = (
  accountId: number,
  language: string,
) => {
  /** Id of the layer in the engine. */
  layer?: string;
  count: number;
  /** Message for users if the current list is not installed. */
  notice?: string;
};

export interface PlannedRun {
  job: SandboxJob;
  /** Variables of the job's environment that are secrets: their values are masked in the output. */
  secretNames: readonly string[];
  /** Records the use of the secrets, in the transaction that records the run. */
  recordSecretUse(db: WritableDb): void;
  settings: Settings;
  /** Number of packages that the program can import. */
  packageCount: number;
  notices: readonly string[];
}

/**
 * Turns a request into a job for the engine, according to the account's settings and the credential's rights.
 * @throws AppError `unknown_language`, `network_not_allowed`, `secrets_must_be_named`, `unknown_secret`, `forbidden`,
 * `environment_too_large`
 */
export function planRun(
  { grantSecrets, readSettings, findLanguageId, findPackages }: PlanDeps,
  actor: Actor,
  request: ExecuteRequest,
): PlannedRun {
  const language = findLanguageId(request.language);
  if (language === undefined) throw unknownLanguage(request.language);
  const settings = readSettings(actor.accountId);
  const network = request.network ?? 'none';
  if (network === 'full' && !settings.network.allowed)
    throw new AppError(
      'network_not_allowed',
      'The settings do not allow runs with network access. Allow them in the settings (network.allowed).',
    );
  const { values, withheld, recordUse } = grantSecrets(actor, {
    secrets: selectSecrets(request.secrets, network),
    overridden: new Set(Object.keys(request.env ?? {})),
  });
  const args = request.args ?? [];
  const env = { ...takeOut(values), ...request.env };
  const secretNames = [...values.keys()];
  refuseLargeEnvironment({ args, env, secretNames });
  const packages: ReturnType<FindPackages> =
    request.packages === false ? { count: 0 } : findPackages(actor.accountId, language);
  const job: SandboxJob = {
    id: `run_${randomBytes(16).toString('base64url')}`,
    language,
    code: request.code,
    stdin: new TextEncoder().encode(request.stdin ?? ''),
    args,
    env,
    secretNames,
    files: (request.files ?? []).map(({ path, content, encoding }) => ({
      path,
      content: new Uint8Array(Buffer.from(content, encoding ?? 'utf8')),
    })),
    timeoutMs: request.timeoutMs ?? settings.limits.timeoutMs,
    ...(request.compileTimeoutMs !== undefined && { compileTimeoutMs: request.compileTimeoutMs }),
    memoryMb: request.memoryMb ?? settings.limits.memoryMb,
    network,
    ...(request.outputKeep === 'ends' && {
      tailBytes: outputHalfBytes + longestFormBytes(secretNames.map((name) => env[name] ?? '')),
    }),
    fairnessKey: String(actor.accountId),
    ...(request.maxQueueMs !== undefined && { queueLimit: { maxMs: request.maxQueueMs, since: performance.now() } }),
    ...(packages.layer !== undefined && { layer: packages.layer }),
  };
  return {
    job,
    secretNames,
    recordSecretUse: recordUse,
    settings,
    packageCount: packages.count,
    notices: [...withheldNotices(withheld), ...(packages.notice === undefined ? [] : [packages.notice])],
  };
}

function selectSecrets(secrets: RunOptions['secrets'], network: 'none' | 'full'): 'all' | string[] {
  if (network === 'none') return secrets ?? 'all';
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

/** Returns the values as text for the job, and wipes their bytes. */
function takeOut(values: ReadonlyMap<string, SecretValue>): Record<string, string> {
  const texts = [...values].map(([name, value]) => {
    const text = Buffer.from(value.reveal()).toString();
    value.wipe();
    return [name, text] as const;
  });
  return Object.fromEntries(texts);
}
