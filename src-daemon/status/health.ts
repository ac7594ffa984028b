import type { Health, PreviousStop } from '../../src-shared/contracts/service.contract.ts';
import type { Database } from '../db/database.ts';
import type { EngineStatus } from '../engine/engine.ts';
import type { KeyStoreKind } from '../keystore/key-store.ts';
import { locationOf } from '../work/shown-location.ts';

interface HealthyParts {
  database: Database;
  engine: { status(): EngineStatus };
  keyStore: { kind: KeyStoreKind };
  anchorCopier: { status(): 'ok' | 'failing' };
  services: { integrity(): Health['integrity']; previousStop(): PreviousStop; hasAccounts(): boolean };
}

interface HealthDeps {
  version: string;
  /** The engine that the daemon will have when the keychain is unlocked. */
  expectedEngine: Pick<EngineStatus, 'name' | 'place'>;
  /** Undefined while the keychain is locked. */
  core: () => HealthyParts | undefined;
}

/** Health while the keychain is locked. Only a keychain of the operating system can be locked. */
const locked = {
  database: 'failing',
  auditCopy: 'ok',
  integrity: { status: 'ok' },
  keyStore: 'os',
  previousStop: 'clean',
  hasAccounts: true,
} as const;

/** Creates the health check. `degraded` means that a part does not work now; the other fields say which. */
export function createHealth({ version, expectedEngine, core }: HealthDeps): () => Health {
  const startedAt = performance.now();
  return () => {
    const { engine, database, auditCopy, integrity, keyStore, previousStop, hasAccounts } = partsOf(
      core(),
      expectedEngine,
    );
    const isHealthy = database === 'ok' && auditCopy === 'ok' && integrity.status === 'ok';
    return {
      status: engine.status === 'ready' && isHealthy ? 'ok' : 'degraded',
      version,
      uptimeSeconds: Math.round((performance.now() - startedAt) / 1000),
      engine,
      database,
      auditCopy,
      integrity,
      keyStore,
      previousStop,
      hasAccounts,
    };
  };
}

function partsOf(
  core: ReturnType<HealthDeps['core']>,
  expectedEngine: HealthDeps['expectedEngine'],
): Omit<Health, 'status' | 'version' | 'uptimeSeconds'> {
  if (core === undefined)
    return {
      ...locked,
      engine: {
        ...expectedEngine,
        status: 'starting',
        reason: 'The keychain is locked.',
        nextStep: 'Unlock the keychain.',
      },
    };
  const { cluster: _, ...engine } = core.engine.status();
  return {
    engine: { ...engine, ...locationOf(core.engine.status()) },
    database: isReadable(core.database) ? 'ok' : 'failing',
    auditCopy: core.anchorCopier.status(),
    integrity: core.services.integrity(),
    keyStore: core.keyStore.kind,
    previousStop: core.services.previousStop(),
    hasAccounts: core.services.hasAccounts(),
  };
}

function isReadable(database: Database): boolean {
  try {
    return database.read.get('PRAGMA user_version') !== undefined;
  } catch {
    return false;
  }
}
