import type { CreateSandboxRequest } from '../../../src-shared/contracts/sandboxes/create-request.ts';
import type {
  SandboxCreationEvent,
  SandboxEndReason,
} from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { createOutputMask, type OutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import { byteUnits } from '../../../src-shared-node/masking/output-units.ts';
import type { RecordAudit } from '../../audit/record-audit.ts';
import type { Actor } from '../../core/actor.ts';
import type { CredentialWatch } from '../../core/credential-watch.ts';
import type { AccountMemory } from '../../core/memory/ledger.ts';
import type { Database } from '../../db/database.ts';
import type { LiveSandbox, LiveSandboxOptions } from '../../engine/live-sandbox.ts';
import { AppError } from '../../errors/app-error.ts';
import { clientLeft } from '../../errors/repeated-errors.ts';
import type { ClusterGate } from '../../work/cluster-gate.ts';
import type { GatedEngine } from '../../work/gated-engine.ts';
import { installPackages } from '../../work/install-packages.ts';
import type { NetworkRecorder } from '../../work/network/network-recorder.ts';
import { networkFacts } from '../../work/network-facts.ts';
import { createSandboxRecorder } from '../network/record-network.ts';
import { insertSandbox } from '../sandboxes.store.ts';
import type { EndSandbox } from './end-sandbox.ts';
import { createExpiry } from './expiry.ts';
import { type PlannedSandbox, type PlanSandboxDeps, planSandbox } from './plan-sandbox.ts';
import type { Creation, SandboxRegistry } from './registry.ts';
import { type ActiveSandbox, createActiveSandbox } from './sandbox.ts';
import { asSandboxError, endReasonsOfEngine } from './sandbox-errors.ts';
import { chunksOf } from './write-chunks.ts';

export interface OpenSandboxDeps extends PlanSandboxDeps {
  database: Database;
  recordAudit: RecordAudit;
  registry: SandboxRegistry;
  engine: Pick<GatedEngine, 'sandboxes' | 'status'>;
  gate: ClusterGate;
  followCredential: CredentialWatch['follow'];
  memoryOf: (accountId: number) => AccountMemory;
  endSandbox: EndSandbox;
  log: { error(fields: object, message: string): void };
  now: () => number;
}

export interface Opening {
  request: CreateSandboxRequest;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Gets the events of the installation of packages that the creation waits for. */
  append?: (event: SandboxCreationEvent) => void;
}

/**
 * Creates a sandbox and records it. A client that disconnects before that cancels the creation.
 * @throws AppError if the request is refused; the promise rejects if the creation fails. Nothing is left or recorded then
 */
export function openSandbox(deps: OpenSandboxDeps, actor: Actor, opening: Opening): Promise<ActiveSandbox> {
  deps.gate.require(actor.accountId);
  const planned = planSandbox(deps, actor, opening.request);
  const creation = deps.registry.reserve(actor.accountId, planned.maxPerAccount);
  return carryOut(deps, actor, { ...opening, planned, creation });
}

async function carryOut(
  deps: OpenSandboxDeps,
  actor: Actor,
  { planned, creation, signal, append = () => undefined }: Opening & { planned: PlannedSandbox; creation: Creation },
): Promise<ActiveSandbox> {
  const owner = followOwner(deps, actor, creation);
  const abort = AbortSignal.any([signal, creation.cancellation.signal]);
  const secrets = createOutputMask(planned.maskedValues);
  const { options: plannedOptions, maskedValues } = planned;
  const holding = deps.memoryOf(actor.accountId).open();
  const recorded = { options: plannedOptions, mask: secrets, maskedValues, holding };
  const networkRecorder = createSandboxRecorder(deps, actor, recorded);
  let live: LiveSandbox | undefined;
  try {
    requireLiveSandboxes(deps.engine);
    await installPackages(planned.packages, { signal: abort, append });
    const since = performance.now();
    const options = { ...withLayer(planned), networkHooks: networkRecorder?.hooks };
    live = await requireLiveSandboxes(deps.engine).open(options, abort);
    const startupMs = Math.round(live.startupMs);
    const queuedMs = Math.max(Math.round(performance.now() - since) - startupMs, 0);
    await writeFiles(live, planned.files, abort);
    const sandbox = register(deps, actor, { live, planned, secrets, networkRecorder, queuedMs, startupMs });
    owner.onEnded((reason) => (reason === 'locked' ? sandbox.loseOwner() : end(deps, sandbox, reason)));
    void sandbox.ended.then(owner.stopFollowing);
    void sandbox.ended.then(holding.release);
    return sandbox;
  } catch (error) {
    networkRecorder?.close();
    holding.release();
    owner.stopFollowing();
    await live?.dispose();
    if (signal.aborted) throw clientLeft();
    throw asSandboxError(error, undefined);
  } finally {
    creation.release();
  }
}

/** Returns the options with the installed packages. The limit of the wait for a slot counts from the installation on. */
function withLayer({ options, packages: { layer, install } }: PlannedSandbox): LiveSandboxOptions {
  const { queueLimit } = options;
  const isLate = install !== undefined && queueLimit !== undefined;
  return { ...options, layer, ...(isLate && { queueLimit: { ...queueLimit, since: performance.now() } }) };
}

/**
 * Follows the credential that creates a sandbox: its end cancels the creation, and later ends the sandbox. The lock of a
 * window ends its login, but not its sandboxes.
 */
function followOwner({ followCredential }: OpenSandboxDeps, { credential }: Actor, { cancellation }: Creation) {
  let onEnded = (_reason: 'credential_ended' | 'account_ended' | 'locked') =>
    cancellation.abort(new AppError('unauthorized', 'The login or API key ended while the sandbox was being created.'));
  const stopFollowing = followCredential(credential, (reason) =>
    onEnded(reason === 'locked' ? reason : reason === 'account_deleted' ? 'account_ended' : 'credential_ended'),
  );
  return {
    stopFollowing,
    onEnded(listener: typeof onEnded): void {
      onEnded = listener;
    },
  };
}

function requireLiveSandboxes({ sandboxes, status }: OpenSandboxDeps['engine']) {
  if (sandboxes !== undefined) return sandboxes;
  const { reason, nextStep } = status();
  const advice =
    nextStep === undefined
      ? 'Start the daemon without `--engine embedded`; `npm run engine` installs Docker on Debian and Ubuntu.'
      : `To get one: ${nextStep}.`;
  const parts = ['Sandboxes require Docker, and no Docker engine is in use.', reason, advice];
  throw new AppError('sandbox_needs_docker', parts.filter((part) => part !== undefined).join(' '));
}

async function writeFiles(live: LiveSandbox, files: PlannedSandbox['files'], signal: AbortSignal): Promise<void> {
  for (const { path, content, isExecutable } of files) {
    signal.throwIfAborted();
    await live.writeFile(path, chunksOf(content), { isNew: false, ...(isExecutable && { mode: 0o755 }) });
  }
  signal.throwIfAborted();
}

interface OpenedSandbox {
  live: LiveSandbox;
  planned: PlannedSandbox;
  secrets: OutputMask;
  networkRecorder: NetworkRecorder | undefined;
  queuedMs: number;
  startupMs: number;
}

/** Records the sandbox synchronously, so that one that a client knows is on disk. */
function register(deps: OpenSandboxDeps, actor: Actor, { planned, ...opened }: OpenedSandbox): ActiveSandbox {
  const { live, secrets, networkRecorder, ...times } = opened;
  const createdAt = deps.now();
  const facts = { ...planned.facts, withPackages: planned.packages.own ?? [], ...times, createdAt };
  deps.database.transaction((db) => {
    const { id, accountId, language, secretNames, packages, memoryMb, diskMb, source } = facts;
    insertSandbox(db, {
      id,
      accountId,
      credentialId: actor.credential.id,
      secretNames,
      network: facts.network,
      createdAt,
    });
    planned.recordSecretUse(db);
    deps.recordAudit(db, actor, {
      action: 'sandbox.create',
      resourceId: id,
      metadata: {
        ...{ language, packages, secretsInjected: secretNames.length, memoryMb, diskMb, source },
        ...networkFacts(planned.options.network),
        place: deps.engine.status().place,
      },
    });
  });
  const expiry = createExpiry({
    createdAt,
    limits: planned.limits,
    now: deps.now,
    onExpired: (reason) => end(deps, sandbox, reason),
  });
  const newByteMask = () => createOutputMask(planned.maskedValues, { units: byteUnits });
  const memory = deps.memoryOf(facts.accountId);
  const parts = { facts, memory, live, expiry, secrets, newByteMask, networkRecorder };
  const sandbox: ActiveSandbox = createActiveSandbox(parts);
  deps.registry.add(sandbox);
  void live.ended.then((reason) => end(deps, sandbox, endReasonsOfEngine[reason]));
  return sandbox;
}

/** Ends a sandbox without a request that waits for it. */
function end({ endSandbox, log }: OpenSandboxDeps, sandbox: ActiveSandbox, reason: SandboxEndReason): void {
  endSandbox(sandbox, { reason }).catch((error: unknown) =>
    log.error({ sandboxId: sandbox.id, err: error }, 'the container of a sandbox was not removed'),
  );
}
