import { findFirstAccountId } from './accounts/accounts.store.ts';
import { apiKeyItems } from './accounts/api-keys/api-key-items.ts';
import { findApiKey } from './accounts/api-keys/api-keys.store.ts';
import { createAccounts } from './accounts/create-accounts.ts';
import { createAuditService } from './audit/audit.service.ts';
import { createChainCheck } from './audit/chain-check.ts';
import { createAuditRecorder } from './audit/record-audit.ts';
import { createMemoryLedger } from './core/memory/ledger.ts';
import { gatedArgon2id } from './crypto/gated-argon2id.ts';
import type { DerivedKeys } from './crypto/key-hierarchy.ts';
import type { Database } from './db/database.ts';
import { createDraftsService } from './drafts/drafts.service.ts';
import type { Engine } from './engine/engine.ts';
import { resolveLanguage } from './engine/languages/languages.ts';
import { createEventsService } from './events/events.service.ts';
import { createCurrentRuns } from './executions/current-run.ts';
import { createExecutionsService } from './executions/executions.service.ts';
import { updateAllUnfinishedInterrupted } from './executions/executions.store.ts';
import { createStartRun } from './executions/start-run.ts';
import { createHistoryTrimmer } from './executions/trim-history.ts';
import { createGeneration } from './generation/create-generation.ts';
import { createItemGuard } from './items/item-guard.ts';
import { createHeadWriter, itemHeadKey } from './items/item-head.ts';
import { createItemsService } from './items/items.service.ts';
import type { KeyStore } from './keystore/key-store.ts';
import type { Logger } from './logging/logger.ts';
import { createPackages } from './packages/create-packages.ts';
import type { Machine } from './packages/install/pip-configuration.ts';
import { createSandboxes } from './sandboxes/create-sandboxes.ts';
import { createSecretGrants, createSecretNames, createUsableSecrets } from './secrets/grant-secrets.ts';
import { secretItems } from './secrets/secret-items.ts';
import { createSecretsService } from './secrets/secrets.service.ts';
import { createSettingsService } from './settings/settings.service.ts';
import { describeIntegrity } from './status/describe-integrity.ts';
import { createExecuteCode } from './vault/execute-code.ts';
import { createRenameCode } from './vault/rename-code.ts';
import { createResealCode } from './vault/reseal-code.ts';
import { scriptItems } from './vault/script-items.ts';
import { createVaultService } from './vault/vault.service.ts';
import { createClusterGate } from './work/cluster-gate.ts';
import { createGatedEngine } from './work/gated-engine.ts';
import { locationOf } from './work/shown-location.ts';

interface ServicesDeps {
  database: Database;
  keys: DerivedKeys;
  engine: Engine;
  log: Logger;
  now: () => number;
  /** Keeps the session that this computer remembers. */
  keyStore: Pick<KeyStore, 'readSession' | 'writeSession' | 'forgetSession'>;
  /** 32 random bytes of this start, in the run file. */
  proofKey: Uint8Array;
  /** The copy of the audit log's head in the key store. */
  anchor: { noticeRecord(): void; read(): Promise<string | undefined>; copyNow(): Promise<void> };
  /** The machine whose pip and npm configuration defines the package sources. */
  machine: Machine;
}

export type Services = ReturnType<typeof createServices>;

/** Every dependency of every feature, on one page. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the point of it is that nothing is elsewhere
export function createServices(deps: ServicesDeps) {
  const { database, keys, log, now, machine, keyStore, proofKey, anchor } = deps;
  const { of: memoryOf } = createMemoryLedger({ now });
  const chainCheck = createChainCheck({ database, keys });
  const headKey = itemHeadKey(keys.itemHeads);
  const guard = createItemGuard({ headKey, brokenAt: chainCheck.brokenAt, log });
  const writeHead = createHeadWriter(headKey);
  const recordAudit = createAuditRecorder({
    chainKey: keys.auditChain,
    now,
    onRecorded: anchor.noticeRecord,
    writeHead: (db, change, auditSeq) => {
      writeHead(db, change, auditSeq);
      guard.forget(change);
    },
  });
  const requireItem = guard.require;

  const onClusterAllowed = (accountId: number) => packages.retryAccount(accountId);
  const settings = createSettingsService({ database, findFirstAccountId, recordAudit, onClusterAllowed, now });
  const readSettings = settings.read;
  const gate = createClusterGate({ engine: deps.engine, readSettings });
  const engine = createGatedEngine(deps.engine, gate);
  const packages = createPackages({ database, engine, gate, recordAudit, readSettings, memoryOf, machine, log, now });

  const findLanguageId = (name: string) => resolveLanguage(name)?.id;
  const grantSecrets = createSecretGrants({ database, requireItem, now });
  const hintDeps = { usableSecrets: createUsableSecrets(database), packageNames: packages.names };
  const currentRuns = createCurrentRuns();
  const history = createHistoryTrimmer({ database, log });
  const startRun = createStartRun({
    database,
    recordAudit,
    engine,
    currentRuns,
    memoryOf,
    ...hintDeps,
    trimHistory: history.trim,
    log,
    now,
  });
  const executions = createExecutionsService({
    database,
    recordAudit,
    startRun,
    currentRuns,
    memoryOf,
    grantSecrets,
    readSettings,
    findKeyName: (id) => findApiKey(database.read, id)?.name,
    planPackages: packages.plan,
    packageLabels: packages.labels,
    ...{ engine, gate, findLanguageId, now },
  });
  const generation = createGeneration({
    database,
    recordAudit,
    memoryOf,
    runs: executions,
    findLanguage: (name) => engine.languages().find(({ id }) => id === findLanguageId(name)),
    packageLabels: packages.labels,
    secretNames: createSecretNames(database),
    environment: machine.environment,
    log,
    now,
  });
  const drafts = createDraftsService({ database, memoryOf, now });
  const vault = createVaultService({
    database,
    recordAudit,
    requireItem,
    forgetDrafts: drafts.forgetScript,
    argon2idFor: gatedArgon2id,
    findLanguageId,
    now,
  });

  const reseal = createResealCode({ database, recordAudit, requireItem, now });

  const credentials = createAccounts({
    ...{ database, keys, recordAudit, requireItem, keyStore, proofKey, log, now },
    isRegistrationOpen: settings.isRegistrationOpen,
    clearData: async (accountId) => {
      await history.clear(accountId);
      await vault.clear(accountId);
      await drafts.clear(accountId);
    },
    cancelWork: (accountId) => {
      generation.service.cancelAccount(accountId);
      currentRuns.cancelAccount(accountId);
      sandboxes.endAccount(accountId);
      packages.forgetAccount(accountId);
    },
    countSandboxes: (credential) => sandboxes.countOf(credential),
    endOwnerlessSandboxes: (accountId) => sandboxes.endOwnerless(accountId),
  });
  const { accounts, keptToken, previousStop, credentialEnds } = credentials;
  const sandboxes = createSandboxes({
    ...{ database, recordAudit, engine, gate, grantSecrets, readSettings, findLanguageId, log, now },
    ...hintDeps,
    memoryOf,
    planPackages: packages.plan,
    followCredential: credentialEnds.follow,
  });

  const items = createItemsService({
    database,
    recordAudit,
    guard,
    sources: [secretItems, scriptItems, apiKeyItems],
    confirmPassword: accounts.confirmPassword,
    log,
  });

  return {
    ...credentials,
    /** Settles what a daemon that died left behind; once, before anything is served. */
    recover(): void {
      database.transaction((db) => updateAllUnfinishedInterrupted(db, now()));
      sandboxes.recover();
      this.sweep();
    },
    /** How the daemon before this one stopped. */
    previousStop: previousStop.read,
    hasAccounts: () => findFirstAccountId(database.read) !== undefined,
    /** Makes the keys by which open pages recognize the daemon; 32 bytes. */
    pageProofKey: keys.pageProof,
    /** Waits for the last writes, and notes the clean stop. */
    async settle(): Promise<void> {
      await keptToken.settled();
      previousStop.end();
    },
    /**
     * Verifies the audit log from its checkpoint, makes the heads of a database that has none yet, and settles how the
     * daemon before this one stopped; once, before anything is served.
     */
    async verifyStart(): Promise<void> {
      const copied = await this.audit.findAnchor();
      await chainCheck.fromCheckpoint(copied);
      await items.prepare(copied?.hasItemHeads !== true && chainCheck.brokenAt() === 0);
      previousStop.begin();
    },
    /** Returns the integrity of the audit log and of the items that were checked. */
    integrity: () => describeIntegrity({ auditResult: chainCheck.result(), refused: guard.counts() }),
    /** Deletes what has run out. */
    sweep(): void {
      credentials.sweep();
      packages.sweep();
      sandboxes.sweep();
      reseal.sweep();
    },
    memory: { of: memoryOf, now },
    recordAudit,
    events: createEventsService({ credentialEnds, now }),
    items,
    settings,
    secrets: createSecretsService({
      ...{ database, recordAudit, requireItem, readSettings, now },
      confirmPassword: accounts.confirmPassword,
    }),
    executions,
    sandboxes,
    vault,
    drafts,
    renameStored: createRenameCode({ database, recordAudit, requireItem, moveDrafts: drafts.moveScript }),
    reseal,
    executeStored: createExecuteCode({ vault, argon2idFor: gatedArgon2id, recordAudit, runs: executions }),
    generation,
    packages,
    currentRuns,
    history,
    location: () => locationOf(engine.status()),
    languages: () =>
      engine.languages().map((language) => ({
        ...language,
        aliases: [...language.aliases],
        packageList: packages.listLanguage(language.id),
      })),
    audit: createAuditService({
      database,
      recordAudit,
      chainCheck,
      readAnchor: anchor.read,
      copyHead: anchor.copyNow,
    }),
  };
}
