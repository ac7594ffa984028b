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
  /** The id of a language by its id or alias. */
  findLanguageId: (name: string) => string | undefined;
  findPackages: FindPackages;
}

/** What a run of a language gets of its account's packages. */
export type FindPackages = (
  accountId: number,
  language: string,
) => {
  /** The engine's name of the layer. */
  layer?: string;
  count: number;
  /** For people: that the list is not installed as it stands. */
  notice?: string;
};

export interface PlannedRun {
  job: SandboxJob;
  /** Which variables of the job's environment are secrets: their values are masked in what the program prints. */
  secretNames: readonly string[];
  /** Notes the use of the secrets, in the transaction that records the run. */
  recordSecretUse(db: WritableDb): void;
  settings: Settings;
  /** How many packages are at hand. */
  packageCount: number;
  notices: readonly string[];
}

/**
 * Turns a request into a job for the sandbox, by the account's settings and the credential's rights.
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
      'Runs with the network are switched off in the settings (network.allowed).',
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
    throw new AppError('secrets_must_be_named', 'A run with the network takes its secrets by name: list them.');
  return secrets ?? [];
}

/** For people: which of the selected secrets no program gets (src-shared/formats/code-variables.ts). */
function withheldNotices(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const what = names.length === 1 ? `the secret ${names[0]}` : `the secrets ${names.join(', ')}`;
  return [`The program did not get ${what}: code is taken from variables of such names. A run's env can set them.`];
}

/** The values as the text that the job carries; their bytes are gone with it. */
function takeOut(values: ReadonlyMap<string, SecretValue>): Record<string, string> {
  const texts = [...values].map(([name, value]) => {
    const text = Buffer.from(value.reveal()).toString();
    value.wipe();
    return [name, text] as const;
  });
  return Object.fromEntries(texts);
}
