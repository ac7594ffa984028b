import { type AnchorCopier, createAnchorCopier } from '../audit/anchor-copier.ts';
import { deriveKeys } from '../crypto/key-hierarchy.ts';
import { type Database, openDatabaseToServe } from '../db/database.ts';
import { chooseEngine } from '../engine/choose-engine.ts';
import { createDockerRunner } from '../engine/docker/docker-engine.ts';
import type { ProvenEngines } from '../engine/docker/prepare-engine.ts';
import { createEmbeddedRunner } from '../engine/embedded/embedded-engine.ts';
import type { Engine } from '../engine/engine.ts';
import { createKubernetesRunner } from '../engine/kubernetes/kubernetes-engine.ts';
import { firstStartMessage } from '../keystore/first-start-message.ts';
import type { KeyStore } from '../keystore/key-store.ts';
import { openMaster } from '../keystore/open-master.ts';
import type { Logger } from '../logging/logger.ts';
import { createServices, type Services } from '../services.ts';
import type { Config } from './config.ts';
import type { DataFolder } from './data-folder.ts';

const sweepEveryMs = 60 * 60_000;

interface UnlockedPartsDeps {
  config: Config;
  folder: DataFolder;
  log: Logger;
  now: () => number;
  /** 32 random bytes of this start, in the run file. */
  proofKey: Uint8Array;
  /** Engines that need no proof; tests have some. */
  provenEngines?: ProvenEngines | undefined;
}

/** The parts of the daemon that need the master key. */
export interface UnlockedParts {
  database: Database;
  engine: Engine;
  keyStore: KeyStore;
  anchorCopier: AnchorCopier;
  services: Services;
  /** Messages for the user, one line each. */
  warnings: string[];
  /** Waits `drainGraceMs` for runs, cancels the rest, removes every container and closes the database. */
  close(drainGraceMs: number): Promise<void>;
}

/**
 * Opens the key store, the database and the services, and starts the engine, which becomes ready in the background.
 * @throws KeyStoreError, DatabaseError
 */
export async function openUnlockedParts(deps: UnlockedPartsDeps): Promise<UnlockedParts> {
  const { config, folder, log, now, proofKey } = deps;
  const { master, keyStore, instanceId, ...opened } = await openMaster({
    config,
    databaseExists: folder.databaseExists,
  });
  const warnings = folder.databaseExists ? opened.warnings : [...opened.warnings, firstStartMessage(keyStore.kind)];
  const keys = deriveKeys(master);
  master.fill(0);
  const database = await openDatabaseToServe({ path: folder.databasePath, key: keys.database });
  keys.database.fill(0);
  const engine = createEngine(deps, instanceId);
  const anchorCopier = createAnchorCopier({ database, store: keyStore, log });
  const anchor = {
    noticeRecord: anchorCopier.notice,
    read: () => keyStore.readAnchor(),
    copyNow: anchorCopier.copyNow,
  };
  const services = createServices({
    database,
    keys,
    engine,
    log,
    now,
    machine: config.machine,
    keyStore,
    proofKey,
    anchor,
  });
  services.recover();
  await services.verifyStart();
  await anchorCopier.copyNow();
  services.items.startScan();
  let isClosing = false;
  void engine.start().catch((error: unknown) => {
    // An engine that is stopped while it starts fails as well. That is intended, and the log may be closed by then.
    if (!isClosing) log.error({ err: error }, 'the engine did not start');
  });
  const sweeper = setInterval(() => {
    services.sweep();
    void services.audit.check().catch((error: unknown) => log.error({ err: error }, 'the audit log was not verified'));
  }, sweepEveryMs);
  for (const warning of warnings) log.warn(warning);

  return {
    database,
    engine,
    keyStore,
    anchorCopier,
    services,
    warnings,
    close: async (drainGraceMs) => {
      isClosing = true;
      clearInterval(sweeper);
      services.items.stop();
      engine.windDown();
      try {
        await services.generation.stop();
        await Promise.all([services.currentRuns.drain(drainGraceMs), services.sandboxes.stop(drainGraceMs)]);
        await services.packages.stop();
      } finally {
        // Whatever fails before: no container outlives its daemon.
        await engine.stop();
      }
      services.history.stop();
      await anchorCopier.stop();
      await services.settle();
      database.close();
      for (const key of Object.values(keys)) key.fill(0);
    },
  };
}

function createEngine({ config, log, provenEngines }: UnlockedPartsDeps, instanceId: string): Engine {
  const { runtimeDir, resourcesDir, gvisor, keepsWarm, kubernetes, dockerEnvironment: environment } = config;
  return chooseEngine(config.engine, {
    docker: (front) =>
      createDockerRunner(
        { instanceId, runtimeDir, resourcesDir, environment, gvisor, keepsWarm, log, provenEngines },
        front,
      ),
    embedded: (front) => createEmbeddedRunner({ resourcesDir, log, layersDir: config.layersDir }, front),
    kubernetes:
      kubernetes &&
      ((front) =>
        createKubernetesRunner(
          { ...kubernetes, instanceId, keepsWarm, log, environment: config.machine.environment },
          front,
        )),
  });
}
