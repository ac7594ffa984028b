import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react';
import { loadPart } from '../../client/load-part.ts';

type ComponentNames<Module> = {
  // biome-ignore lint/suspicious/noExplicitAny: a component of any properties
  [Name in keyof Module]: Module[Name] extends ComponentType<any> ? Name : never;
}[keyof Module];

/** The module of a component that is loaded when it is needed. */
export interface LazyModule {
  /** Loads the module. A failure is reported when the component is rendered. */
  preload(): Promise<void>;
  isLoaded(): boolean;
}

/**
 * Returns a component whose module is loaded when it is first rendered; use it inside a `Suspense`. `preload` loads it earlier:
 * the component then appears at once, and not after the 300 ms for which React keeps a fallback on the screen.
 */
export function lazyComponent<Module, Name extends ComponentNames<Module>>(load: () => Promise<Module>, name: Name) {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  type Part = Module[Name] extends ComponentType<any> ? Module[Name] : never;
  let loaded: { default: Part } | undefined;
  const loadNow = async () => {
    const module = await loadPart(load);
    loaded = { default: module[name] as Part };
    return loaded;
  };
  const part = lazy(() => (loaded === undefined ? loadNow() : atOnce(loaded))) as LazyExoticComponent<Part>;
  const module: LazyModule = {
    preload: async () => {
      if (loaded === undefined) await loadNow().catch(() => undefined);
    },
    isLoaded: () => loaded !== undefined,
  };
  return Object.assign(part, module);
}

/**
 * Loads the module of a component, and returns true when it can be rendered: at once if there is none, and also after a failure,
 * which the component then reports.
 */
export function usePreload(part: LazyModule | undefined): boolean {
  const [ready, setReady] = useState<LazyModule>();
  useEffect(() => {
    let isOutdated = false;
    void part?.preload().then(() => isOutdated || setReady(part));
    return () => {
      isOutdated = true;
    };
  }, [part]);
  return part === undefined || part.isLoaded() || ready === part;
}

/** A promise that calls back at once, which React uses without a fallback. */
function atOnce<Value>(value: Value): Promise<Value> {
  const promise = Promise.resolve(value);
  // biome-ignore lint/suspicious/noThenProperty: the purpose of this function
  return Object.assign(promise, { then: (done: (value: Value) => unknown) => done(value) }) as Promise<Value>;
}
