import { randomBytes } from 'node:crypto';
import type { CreateSandboxRequest } from '../../../src-shared/contracts/sandboxes/create-request.ts';
import { defaultDiskMb, sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import type { Actor } from '../../core/actor.ts';
import type { WritableDb } from '../../db/database.ts';
import type { SandboxFile } from '../../engine/engine.ts';
import type { LiveSandboxOptions } from '../../engine/live-sandbox.ts';
import { invalidField, unknownLanguage } from '../../errors/repeated-errors.ts';
import type { PlanPackages, ProgramPackages } from '../../work/find-packages.ts';
import { grantEnvironment } from '../../work/grant-environment.ts';
import { engineNetwork, requireNetwork } from '../../work/network/plan-network.ts';
import { sandboxFileOf } from '../../work/sandbox-file.ts';
import type { GrantSecrets } from '../../work/secret-grants.ts';
import type { TimeLimits } from './expiry.ts';
import type { SandboxFacts } from './sandbox.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const characters = 26;

export interface PlanSandboxDeps {
  grantSecrets: GrantSecrets;
  readSettings: (accountId: number) => Settings;
  /** Returns the id of a language by its id or alias. */
  findLanguageId: (name: string) => string | undefined;
  planPackages: PlanPackages;
}

export interface PlannedSandbox {
  options: LiveSandboxOptions;
  packages: ProgramPackages;
  facts: Omit<SandboxFacts, 'withPackages' | 'createdAt' | 'queuedMs' | 'startupMs'>;
  limits: TimeLimits;
  /** Maximum number of sandboxes of the account. */
  maxPerAccount: number;
  files: SandboxFile[];
  /** Values that are masked in all output. */
  maskedValues: readonly string[];
  /** Records the use of the secrets, in the transaction that records the sandbox. */
  recordSecretUse(db: WritableDb): void;
}

/**
 * Turns a request into options for the engine, according to the account's settings and the credential's rights.
 * @throws AppError `unknown_language`, `network_not_allowed`, `secrets_must_be_named`, `unknown_secret`, `forbidden`,
 * `secret_not_bound`, `secret_proxy_only`, `environment_too_large`, `egress_unavailable`, `packages_not_supported`
 */
export function planSandbox(deps: PlanSandboxDeps, actor: Actor, request: CreateSandboxRequest): PlannedSandbox {
  const { accountId, credential, client } = actor;
  const name = request.language ?? 'python';
  const language = deps.findLanguageId(name);
  if (language === undefined) throw unknownLanguage(name);
  const settings = deps.readSettings(accountId);
  const { network = 'none' } = request;
  requireNetwork(actor, network, settings);
  const { secrets, env: own } = request;
  const inputs = { secrets, defaultSecrets: [], env: own, args: [], network };
  const granted = grantEnvironment(deps.grantSecrets, actor, inputs);
  const { env, secretNames, notices } = granted;
  const packages = deps.planPackages(actor, {
    ...{ language, code: '', usedBy: 'sandbox', readsCode: false },
    usesList: request.packages !== false,
    named: request.withPackages ?? [],
  });
  const id = newSandboxId();
  const size = planSize(request);
  return {
    options: {
      ...{ id, language, layer: packages.layer, ...size, fairnessKey: String(accountId) },
      network: engineNetwork(network, granted.boundSecrets, settings),
      queueLimit:
        request.maxQueueMs === undefined ? undefined : { maxMs: request.maxQueueMs, since: performance.now() },
    },
    packages,
    facts: {
      ...{ id, accountId, language, ...size, network, env, secretNames },
      credential: { kind: credential.kind, id: credential.id },
      source: client.source,
      packages: packages.count,
      packageNames: packages.names,
      hasPackages: request.packages !== false,
      metadata: request.metadata ?? {},
      notices: [...notices, ...packages.notices],
    },
    limits: {
      idleTimeoutMs: request.idleTimeoutMs ?? sandboxLimits.idleTimeoutMs.default,
      maxLifetimeMs: request.maxLifetimeMs ?? sandboxLimits.lifetimeMs.default,
    },
    maxPerAccount: settings.sandboxes.perAccount,
    files: (request.files ?? []).map(sandboxFileOf),
    maskedValues: granted.maskedValues,
    recordSecretUse: granted.recordUse,
  };
}

/** @throws AppError `invalid_request` if a full disk would leave too little memory */
function planSize({
  memoryMb = sandboxLimits.memoryMb.default,
  diskMb = defaultDiskMb(memoryMb),
}: CreateSandboxRequest) {
  const maxMb = memoryMb - sandboxLimits.memoryAboveDiskMb;
  if (diskMb <= maxMb) return { memoryMb, diskMb };
  const limit = `must be at most ${maxMb} in a sandbox with ${memoryMb} MiB of memory, because its content counts as memory`;
  throw invalidField('diskMb', limit);
}

/** Returns a new random id of 130 bits, which is a valid DNS label. */
function newSandboxId(): string {
  // 256 is a multiple of 32, so every character is equally likely.
  return `sbx${Array.from(randomBytes(characters), (byte) => alphabet[byte % alphabet.length]).join('')}`;
}
