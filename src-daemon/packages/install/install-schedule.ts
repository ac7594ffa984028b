import type { ReadableDb } from '../../db/database.ts';
import type { GatedEngine } from '../../work/gated-engine.ts';
import type { LayerRetention } from '../layers/layer-retention.ts';
import { findLayer } from '../layers/layers.store.ts';
import { waitForStore } from '../layers/wait-for-store.ts';
import { type ListRow, listAllLists, listLists, listPackages, putListInstalling } from '../packages.store.ts';
import type { InstallDeps } from './install-deps.ts';
import { installList } from './install-list.ts';

interface ScheduleDeps extends Omit<InstallDeps, 'readyStore'> {
  engine: GatedEngine;
  retention: LayerRetention;
}

const checkIntervalMs = 500;

export type InstallSchedule = ReturnType<typeof createInstallSchedule>;

/** Runs one installation at a time for each list. A newer request replaces it; an interrupted one is resumed at the start. */
export function createInstallSchedule(deps: ScheduleDeps) {
  const { database, engine, retention } = deps;
  const inProgress = new Map<string, { abort: AbortController; done: Promise<void>; accountId: number }>();
  const stopped = new AbortController();
  let tidied: Promise<void> | undefined;
  let lastImageId: string | undefined;
  const watch = setInterval(checkEngine, checkIntervalMs).unref();

  /** Installs a list and aborts an earlier installation of it. Resolves when it is known whether a build is needed. */
  function install(accountId: number, language: string): Promise<void> {
    const name = `${accountId} ${language}`;
    const before = inProgress.get(name);
    before?.abort.abort(new Error('the list was changed again'));
    const abort = new AbortController();
    const begun = Promise.withResolvers<void>();
    const signal = AbortSignal.any([abort.signal, stopped.signal]);
    const done = installList({ ...deps, readyStore }, { accountId, language, signal, onBegun: begun.resolve })
      .catch((error: unknown) => deps.log.error({ err: error }, 'the end of an installation could not be recorded'))
      .finally(() => {
        begun.resolve();
        if (inProgress.get(name)?.abort === abort) inProgress.delete(name);
      });
    inProgress.set(name, { abort, done, accountId });
    return begun.promise;
  }

  async function readyStore(accountId: number, signal: AbortSignal) {
    const ready = await waitForStore(engine, accountId, signal);
    // Before the first build of this daemon: a layer without a row is a leftover of an earlier daemon.
    await tidyOnce();
    return ready;
  }

  function tidyOnce(): Promise<void> {
    tidied ??= retention.tidy().catch((error: unknown) => {
      tidied = undefined;
      throw error;
    });
    return tidied;
  }

  function checkEngine(): void {
    const imageId = engine.layers?.imageId();
    if (imageId === lastImageId) return;
    lastImageId = imageId;
    tidied = undefined;
    if (imageId !== undefined)
      resume(imageId).catch((error: unknown) => deps.log.error({ err: error }, 'package lists could not be checked'));
  }

  /** Installs the lists that are not up to date for this image. */
  async function resume(imageId: string): Promise<void> {
    await tidyOnce();
    for (const list of listAllLists(database.read)) {
      if (!isOutdated(database.read, list, imageId) || inProgress.has(`${list.accountId} ${list.language}`)) continue;
      startOver(list);
    }
  }

  function retry(accountId: number): void {
    for (const list of listLists(database.read, accountId))
      if (list.isRetried === 1 && !inProgress.has(`${accountId} ${list.language}`)) startOver(list);
  }

  function startOver({ accountId, language }: Pick<ListRow, 'accountId' | 'language'>): void {
    database.transaction((db) => putListInstalling(db, accountId, language));
    void install(accountId, language);
  }

  return {
    install,
    startOver,
    /** Installs the lists of an account that wait for an engine, or for the right to use it. */
    retry,
    /**
     * Returns the layer store for an account once the engine is ready.
     * @throws AppError `cluster_not_allowed`, `engine_unavailable`; the signal's reason
     */
    readyStore,
    /** Aborts the installations of a deleted account. */
    forget(accountId: number): void {
      for (const one of inProgress.values())
        if (one.accountId === accountId) one.abort.abort(new Error('the account was deleted'));
    },
    /** Aborts all installations. The next start resumes them. */
    async stop(): Promise<void> {
      clearInterval(watch);
      stopped.abort(new Error('the daemon is stopping'));
      await Promise.all([...inProgress.values()].map(({ done }) => done));
      await deps.builds.idle();
    },
  };
}

/** Returns true if a list is not installed as its packages say, or was installed for another image. */
function isOutdated(db: ReadableDb, list: ListRow, imageId: string): boolean {
  if (list.status !== 'installed') return list.status === 'installing' || list.isRetried === 1;
  const layer = list.layerId === null ? undefined : findLayer(db, list.layerId);
  if (layer !== undefined) return layer.imageId !== imageId;
  return listPackages(db, list.accountId).some(({ language }) => language === list.language);
}
