import type { QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { createStore, type StateCreator } from 'zustand/vanilla';
import { createQueryClient } from '../query-client.ts';

/** Runs before the session is dropped. `canSend` is false if the daemon has refused the session's token. */
export type SessionEndHook = (end: { canSend: boolean }) => Promise<unknown>;

/** The stores, queries and hooks of one session. */
interface SessionScope {
  stores: Map<object, unknown>;
  queries: QueryClient;
  endHooks: Set<SessionEndHook>;
  /** Aborted when the session is dropped. */
  ending: AbortController;
}

/** A zustand store whose instance belongs to the current session. */
export interface SessionStore<State> {
  (): State;
  <Selected>(selector: (state: State) => Selected): Selected;
  /** @throws Error without a session, as do the next two */
  getState(): State;
  setState: StoreApi<State>['setState'];
  subscribe: StoreApi<State>['subscribe'];
}

let current: SessionScope | undefined;

export function openSessionScope(): void {
  dropSessionScope();
  current = { stores: new Map(), queries: createQueryClient(), endHooks: new Set(), ending: new AbortController() };
}

/** Makes every store and query of the session unreachable, and aborts its requests. */
export function dropSessionScope(): void {
  const dropped = current;
  current = undefined;
  dropped?.ending.abort();
  dropped?.queries.clear();
}

export const hasSessionScope = (): boolean => current !== undefined;

/**
 * Defines a store that is created at its first use in a session and dropped with the session. Define every store that
 * holds data of an account with it, so that no account sees data of another one.
 */
export function defineSessionStore<State>(initialize: StateCreator<State>): SessionStore<State> {
  const key = {};
  const instance = (): StoreApi<State> => {
    const { stores } = requireScope();
    const found = stores.get(key) as StoreApi<State> | undefined;
    if (found !== undefined) return found;
    const created = createStore<State>(initialize);
    stores.set(key, created);
    return created;
  };
  const identity = (state: State) => state as unknown;
  // A component that is mounted while its session is dropped keeps its first instance.
  const useSessionStore = (selector: (state: State) => unknown = identity) => {
    const mounted = useRef<StoreApi<State>>(undefined);
    mounted.current ??= instance();
    return useStore(mounted.current, selector);
  };
  return Object.assign(useSessionStore, {
    getState: () => instance().getState(),
    setState: (...change: Parameters<StoreApi<State>['setState']>) => instance().setState(...change),
    subscribe: (...listener: Parameters<StoreApi<State>['subscribe']>) => instance().subscribe(...listener),
  }) as SessionStore<State>;
}

/** The queries and mutations of the session. @throws Error without a session */
export const sessionQueries = (): QueryClient => requireScope().queries;

/** Aborted when the session is dropped; undefined without a session. */
export const sessionSignal = (): AbortSignal | undefined => current?.ending.signal;

/**
 * Registers work that runs before the session is dropped, such as saving drafts. All hooks together have 900 ms.
 * Returns a function that removes the hook.
 * @throws Error without a session
 */
export function beforeSessionEnds(hook: SessionEndHook): () => void {
  const { endHooks } = requireScope();
  endHooks.add(hook);
  return () => void endHooks.delete(hook);
}

/** Runs what {@link beforeSessionEnds} registered. */
export async function runSessionEndHooks(end: { canSend: boolean }): Promise<void> {
  await Promise.allSettled([...(current?.endHooks ?? [])].map((hook) => hook(end)));
}

function requireScope(): SessionScope {
  if (current === undefined) throw new Error('a store of a session is used without a session');
  return current;
}
