import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

/** Time for which the decoded map stays in memory after its use, because errors occur in groups. */
const cacheMs = 60_000;
const maxStackLength = 32_768;

export type NameSources = (stack: string) => string;

/**
 * Creates the function that replaces positions in the bundle by source positions in stack traces. Node's
 * `--enable-source-maps` does the same, but keeps the maps of the bundle and of every package in memory permanently
 * (17 MiB). This function reads the bundle's map when an error is logged. A daemon that runs from its sources has no map;
 * its stacks are not changed.
 * @param bundlePath the running file, with its map next to it
 * @param bundleUrl name of the file in stack traces
 */
export function createSourceNames(bundlePath: string, bundleUrl: string): NameSources {
  const marker = `${bundleUrl}:`;
  let map: SourceMap | undefined;

  function sourceOf(line: number, column: number): string | undefined {
    map ??= readMap(bundlePath);
    const found = map?.findEntry(line - 1, column - 1);
    // For a position after the last entry of the map, the last entry is found.
    if (found === undefined || !('originalSource' in found) || found.generatedLine !== line - 1) return undefined;
    return `${resolve(dirname(bundlePath), found.originalSource)}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  }

  return (stack) => {
    // The message of an error can be long and untrusted.
    const [head = '', ...rest] = stack.slice(0, maxStackLength).split(marker);
    if (rest.length === 0) return stack;
    if (map === undefined) setTimeout(() => (map = undefined), cacheMs).unref();
    const named = rest.map((piece) => {
      const position = /^(\d{1,7}):(\d{1,7})/.exec(piece);
      const source = position === null ? undefined : sourceOf(Number(position[1]), Number(position[2]));
      return source === undefined ? marker + piece : source + piece.slice(position?.[0].length);
    });
    return head + named.join('') + stack.slice(maxStackLength);
  };
}

function readMap(bundlePath: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${bundlePath}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Names the sources in stack traces of this program. */
export const nameSources = createSourceNames(import.meta.filename, import.meta.url);
