import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadPart } from '../../client/load-part.ts';

type ComponentNames<Module> = {
  // biome-ignore lint/suspicious/noExplicitAny: a component of any properties
  [Name in keyof Module]: Module[Name] extends ComponentType<any> ? Name : never;
}[keyof Module];

/** Returns a component whose module is loaded when it is first rendered; use it inside a `Suspense`. */
export function lazyComponent<Module, Name extends ComponentNames<Module>>(load: () => Promise<Module>, name: Name) {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  type Part = Module[Name] extends ComponentType<any> ? Module[Name] : never;
  return lazy(() => loadPart(load).then((module) => ({ default: module[name] as Part }))) as LazyExoticComponent<Part>;
}
