import type { ReadableDb } from '../../db/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LayerRetention } from '../layers/layer-retention.ts';
import { findLayer } from '../layers/layers.store.ts';
import { waitForStore } from '../layers/wait-for-store.ts';
import { type ListRow, listAllLists, listPackages, putListInstalling } from '../packages.store.ts';
import { type InstallDeps, installList } from './install-list.ts';

interface ScheduleDeps extends Omit<InstallDeps, 'readyStore'> {
  engine: Engine;
  keeping: LayerRetention;
}

const lookMs = 500;

export type InstallSchedule = ReturnType<typeof createInstallSchedule>;

/** One installation at a time for each list: the newest wish counts, and what was cut short is taken up again. */
export function createInstallSchedule(deps: ScheduleDeps) {
  const { database, engine, keeping } = deps;
  const underWay = new Map<string, { abort: AbortController; done: Promise<void>; accountId: number }>();
  const stopped = new AbortController();
  let tidied: Promise<void> | undefined;
  let lastImageId: string | undefined;
  const watch = setInterval(lookAtEngine, lookMs).unref();

  /** Starts over for a list; resolves when it is known whether there is anything to wait for. */
  function install(accountId: number, language: string): Promise<void> {
    const name = `${accountId} ${language}`;
    const before = underWay.get(name);
    before?.abort.abort(new Error('the list was changed again'));
    const abort = new AbortController();
    const begun = Promise.withResolvers<void>();
    const signal = AbortSignal.any([abort.signal, stopped.signal]);
    const done = installList({ ...deps, readyStore }, { accountId, language, signal, onBegun: begun.resolve })
      .catch((error: unknown) => deps.log.error({ err: error }, 'the end of an installation could not be recorded'))
      .finally(() => {
        begun.resolve();
        if (underWay.get(name)?.abort === abort) underWay.delete(name);
      });
    underWay.set(name, { abort, done, accountId });
    return begun.promise;
  }

  async function readyStore(signal: AbortSignal) {
    const ready = await waitForStore(engine, signal);
    // Before the first build of this daemon: what has no row is a leftover of an earlier one.
    await tidyOnce();
    return ready;
  }

  function tidyOnce(): Promise<void> {
    tidied ??= keeping.tidy().catch((error: unknown) => {
      tidied = undefined;
      throw error;
    });
    return tidied;
  }

  function lookAtEngine(): void {
    const imageId = engine.layers?.imageId();
    if (imageId === lastImageId) return;
    lastImageId = imageId;
    tidied = undefined;
    if (imageId !== undefined)
      resume(imageId).catch((error: unknown) =>
        deps.log.error({ err: error }, 'package lists were not looked through'),
      );
  }

  /** Takes up the lists that are not installed as they stand, for this image. */
  async function resume(imageId: string): Promise<void> {
    await tidyOnce();
    for (const list of listAllLists(database.read)) {
      if (!isBehind(database.read, list, imageId) || underWay.has(`${list.accountId} ${list.language}`)) continue;
      startOver(list);
    }
  }

  function startOver({ accountId, language }: Pick<ListRow, 'accountId' | 'language'>): void {
    database.transaction((db) => putListInstalling(db, accountId, language));
    void install(accountId, language);
  }

  return {
    install,
    startOver,
    /** Gives up what is under way for an account that has ended. */
    forget(accountId: number): void {
      for (const one of underWay.values()) if (one.accountId === accountId) one.abort.abort(new Error('ended'));
    },
    /** Gives up what is under way; the next start takes it up again. */
    async stop(): Promise<void> {
      clearInterval(watch);
      stopped.abort(new Error('the daemon is stopping'));
      await Promise.all([...underWay.values()].map(({ done }) => done));
      await deps.builds.idle();
    },
  };
}

/** Whether a list is not what its packages say, or is it for another image. */
function isBehind(db: ReadableDb, list: ListRow, imageId: string): boolean {
  if (list.status !== 'installed') return list.status === 'installing' || list.isRetried === 1;
  const layer = list.layerId === null ? undefined : findLayer(db, list.layerId);
  if (layer !== undefined) return layer.imageId !== imageId;
  return listPackages(db, list.accountId).some(({ language }) => language === list.language);
}
