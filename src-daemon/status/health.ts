import type { Health } from '../../src-shared/service.contract.ts';
import type { Database } from '../db/database.ts';
import type { EngineStatus } from '../engine/engine.ts';
import type { KeyStoreKind } from '../keystore/key-store.ts';

interface HealthyParts {
  database: Database;
  engine: { status(): EngineStatus };
  keyStore: { kind: KeyStoreKind };
  anchorCopier: { status(): 'ok' | 'failing' };
}

interface HealthDeps {
  version: string;
  /** Undefined while the keychain is locked. */
  core: () => HealthyParts | undefined;
}

/** Only a keychain of the operating system can be locked. */
const locked = {
  engine: { name: 'docker', status: 'starting', reason: 'The keychain is locked.', nextStep: 'Unlock the keychain.' },
  database: 'failing',
  auditCopy: 'ok',
  keyStore: 'os',
} as const;

/** Tells how the daemon is; `degraded` means that something of it does not work now, and the other fields which. */
export function createHealth({ version, core }: HealthDeps): () => Health {
  const startedAt = performance.now();
  return () => {
    const { engine, database, auditCopy, keyStore } = partsOf(core());
    return {
      status: engine.status === 'ready' && database === 'ok' && auditCopy === 'ok' ? 'ok' : 'degraded',
      version,
      uptimeSeconds: Math.round((performance.now() - startedAt) / 1000),
      engine,
      database,
      auditCopy,
      keyStore,
    };
  };
}

function partsOf(core: ReturnType<HealthDeps['core']>): Pick<Health, 'engine' | 'database' | 'auditCopy' | 'keyStore'> {
  if (core === undefined) return locked;
  return {
    engine: core.engine.status(),
    database: isReadable(core.database) ? 'ok' : 'failing',
    auditCopy: core.anchorCopier.status(),
    keyStore: core.keyStore.kind,
  };
}

function isReadable(database: Database): boolean {
  try {
    return database.read.get('PRAGMA user_version') !== undefined;
  } catch {
    return false;
  }
}
