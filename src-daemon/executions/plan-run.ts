import { randomBytes } from 'node:crypto';
import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { Settings } from '../../src-shared/contracts/settings.contract.ts';
import { longestFormBytes } from '../../src-shared-node/masking/masked-forms.ts';
import type { Actor } from '../core/actor.ts';
import type { WritableDb } from '../db/database.ts';
import { outputHalfBytes, type SandboxJob } from '../engine/engine.ts';
import { invalidField, unknownLanguage } from '../errors/repeated-errors.ts';
import type { PlanPackages, ProgramPackages } from '../work/find-packages.ts';
import { grantEnvironment } from '../work/grant-environment.ts';
import { engineNetwork, requireNetwork } from '../work/network/plan-network.ts';
import { sandboxFileOf } from '../work/sandbox-file.ts';
import type { GrantSecrets } from '../work/secret-grants.ts';

interface PlanDeps {
  grantSecrets: GrantSecrets;
  readSettings: (accountId: number) => Settings;
  /** Returns the id of a language by its id or alias. */
  findLanguageId: (name: string) => string | undefined;
  planPackages: PlanPackages;
}

export interface PlannedRun {
  job: SandboxJob;
  /** Names of the secrets that the program uses: variables, and those that are put into its requests. */
  secretNames: readonly string[];
  /** Values that are masked in the output. */
  maskedValues: readonly string[];
  /** Records the use of the secrets, in the transaction that records the run. */
  recordSecretUse(db: WritableDb): void;
  /** Encoding of the output in the answer and the events. */
  outputEncoding: 'utf8' | 'base64';
  settings: Settings;
  /** False if the request is to have no packages. */
  allowsPackages: boolean;
  packages: ProgramPackages;
  notices: readonly string[];
}

/**
 * Turns a request into a job for the engine, according to the account's settings and the credential's rights.
 * @throws AppError `invalid_request`, `unknown_language`, `network_not_allowed`, `secrets_must_be_named`, `unknown_secret`, `forbidden`,
 * `secret_not_bound`, `secret_proxy_only`, `environment_too_large`, `egress_unavailable`, `packages_not_supported`
 */
export function planRun(
  { grantSecrets, readSettings, findLanguageId, planPackages }: PlanDeps,
  actor: Actor,
  request: ExecuteRequest,
): PlannedRun {
  const language = findLanguageId(request.language);
  if (language === undefined) throw unknownLanguage(request.language);
  if (request.openStdin && request.stdin !== undefined)
    throw invalidField('openStdin', 'cannot be used together with stdin');
  const settings = readSettings(actor.accountId);
  const network = request.network ?? 'none';
  requireNetwork(actor, network, settings);
  const args = request.args ?? [];
  const granted = grantEnvironment(grantSecrets, actor, {
    secrets: request.secrets,
    defaultSecrets: 'all',
    env: request.env,
    args,
    network,
  });
  const { env, secretNames, maskedValues, notices } = granted;
  const packages = planPackages(actor, {
    ...{ usedBy: 'run', language, code: request.code },
    usesList: request.packages !== false,
    readsCode: request.inlinePackages !== false,
    named: request.withPackages ?? [],
  });
  const job: SandboxJob = {
    id: `run_${randomBytes(16).toString('base64url')}`,
    language,
    code: request.code,
    ...(request.entry !== undefined && { entry: request.entry }),
    stdin: new TextEncoder().encode(request.stdin ?? ''),
    ...(request.openStdin && { opensStdin: true }),
    args,
    env,
    secretNames,
    files: (request.files ?? []).map(sandboxFileOf),
    timeoutMs: request.timeoutMs ?? settings.limits.timeoutMs,
    ...(request.compileTimeoutMs !== undefined && { compileTimeoutMs: request.compileTimeoutMs }),
    memoryMb: request.memoryMb ?? settings.limits.memoryMb,
    network: engineNetwork(network, granted.boundSecrets, settings),
    ...(request.outputKeep === 'ends' && {
      tailBytes: outputHalfBytes + longestFormBytes(maskedValues),
    }),
    fairnessKey: String(actor.accountId),
    ...(request.maxQueueMs !== undefined && { queueLimit: { maxMs: request.maxQueueMs, since: performance.now() } }),
    ...(packages.layer !== undefined && { layer: packages.layer }),
  };
  return {
    job,
    secretNames,
    maskedValues,
    outputEncoding: request.outputEncoding ?? 'utf8',
    recordSecretUse: granted.recordUse,
    settings,
    allowsPackages: request.packages !== false,
    packages,
    notices: [...notices, ...packages.notices],
  };
}
