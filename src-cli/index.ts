import { findGroup } from '../src-shared-node/command-names.ts';
import { shareCompiledCode } from './compile-cache.ts';

shareCompiledCode(process.env);
// A build has a copy of the program for each group of commands, so that a command loads nothing that it does not use. Only
// modules that are loaded after the cache was enabled are stored in it.
await import(new URL(`${findGroup(process.argv.slice(2))}.js`, import.meta.url).href);
