import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

/** How long the decoded map stays in memory after it was used: errors come in groups. */
const keptMs = 60_000;
const longestStack = 32_768;

export type NameSources = (stack: string) => string;

/**
 * Names sources instead of lines of the bundle in stack traces. Node's own `--enable-source-maps` does the same, but
 * keeps the maps of the bundle and of every package in memory for good (17 MiB); this reads the bundle's map when an
 * error is logged. A daemon that runs from its sources has no map: its stacks stay as they are.
 * @param bundlePath the file that runs, its map next to it
 * @param bundleUrl its name in stacks
 */
export function createSourceNames(bundlePath: string, bundleUrl: string): NameSources {
  const marker = `${bundleUrl}:`;
  let map: SourceMap | undefined;

  function sourceOf(line: number, column: number): string | undefined {
    map ??= readMap(bundlePath);
    const found = map?.findEntry(line - 1, column - 1);
    // Beyond the last place of the map, its last place is found.
    if (found === undefined || !('originalSource' in found) || found.generatedLine !== line - 1) return undefined;
    return `${resolve(dirname(bundlePath), found.originalSource)}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  }

  return (stack) => {
    // The message of an error can be long and is not ours.
    const [head = '', ...rest] = stack.slice(0, longestStack).split(marker);
    if (rest.length === 0) return stack;
    if (map === undefined) setTimeout(() => (map = undefined), keptMs).unref();
    const named = rest.map((piece) => {
      const place = /^(\d{1,7}):(\d{1,7})/.exec(piece);
      const source = place === null ? undefined : sourceOf(Number(place[1]), Number(place[2]));
      return source === undefined ? marker + piece : source + piece.slice(place?.[0].length);
    });
    return head + named.join('') + stack.slice(longestStack);
  };
}

function readMap(bundlePath: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${bundlePath}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}

/** For the stacks of this program. */
export const nameSources = createSourceNames(import.meta.filename, import.meta.url);
