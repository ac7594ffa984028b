import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { CodeStore, StoredCode } from './code-store.ts';

interface Deps {
  /** The folder of the command's files. */
  folder: string;
  /** Loads built-in modules and packages. */
  requirePackage: NodeJS.Require;
  store: CodeStore | undefined;
}

interface Compiled {
  path: string;
  sourceHash: string;
  script: Script;
  stored: StoredCode | undefined;
}

/**
 * Creates the loader of the files of a build. Each is the text of a function (scripts/build/command-plugins.ts), which V8 runs
 * without compiling what an earlier start of the same command has stored. Node's own cache has only what runs while a file
 * is loaded: the other functions, a third of the time of a short run, are compiled at each start.
 */
export function createFileLoader({ folder, requirePackage, store }: Deps) {
  const modules = new Map<string, { exports: unknown }>();
  const compiled: Compiled[] = [];

  function load(name: string): unknown {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(name, module);
    const path = join(folder, name);
    const requireFrom = (id: string) => (id.startsWith('./') ? load(id.slice(2)) : requirePackage(id));
    compile(path).runInThisContext()(module.exports, requireFrom, module, path, folder);
    return module.exports;
  }

  function compile(path: string): Script {
    // Sources are ASCII, and Node reads UTF-8 in small parts.
    const source = readFileSync(path, 'latin1');
    const sourceHash = hashOf(source);
    const stored = store?.read(path, sourceHash);
    const script = new Script(source, { filename: path, ...(stored && { cachedData: stored.code }) });
    compiled.push({ path, sourceHash, script, stored: script.cachedDataRejected ? undefined : stored });
    return script;
  }

  return {
    load,
    /**
     * Stores the code that V8 has compiled, if this command ran for the first time.
     * @param command its name, which contains nothing that the user typed; '' for a help or an error
     */
    keep(command: string): void {
      for (const { path, sourceHash, script, stored } of compiled) {
        const { commands = [] } = stored ?? {};
        if (stored !== undefined && (command === '' || commands.includes(command))) continue;
        store?.write(path, sourceHash, { commands: [...commands, command], code: script.createCachedData() });
      }
    },
  };
}

/** Returns the hash with which the build begins a file: `/*0123456789abcdef*\/`. */
function hashOf(source: string): string {
  return source.slice(2, 18);
}
