import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Frame {
  functionName: string;
  url: string;
  /** Both from 0. */
  line: number;
  column: number;
}

/** Formats the position of a stack frame: `readType (src-daemon/work/media-type.ts:40)`. */
export function createFrameNames(appRoot: string): (frame: Frame) => string {
  const maps = new Map<string, SourceMap | undefined>();

  return ({ functionName, url, line, column }) => {
    const name = functionName === '' ? 'anonymous' : functionName;
    if (!url.startsWith('file:')) return `${name} (${url.startsWith('node:') ? url : 'unknown'})`;
    const path = fileURLToPath(url);
    if (!maps.has(path)) maps.set(path, readSourceMap(path));
    const found = maps.get(path)?.findEntry(line, column);
    const isMapped = found !== undefined && 'originalSource' in found;
    const source = isMapped ? resolve(dirname(path), found.originalSource) : path;
    const sourceLine = isMapped ? found.originalLine : line;
    return `${name} (${relative(appRoot, source)}:${sourceLine + 1})`;
  };
}

function readSourceMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}
