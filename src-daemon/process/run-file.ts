import { rmSync } from 'node:fs';
import { parseRunFile, type RunFile } from '../../src-shared-node/run-file.ts';
import { readFileIfAny, writeDurableFile } from '../keystore/durable-file.ts';

export function writeRunFile(path: string, content: RunFile): void {
  writeDurableFile(path, new TextEncoder().encode(`${JSON.stringify(content)}\n`));
}

/** The run file at `path`; undefined when there is none, or none that can be read. */
export function readRunFile(path: string): RunFile | undefined {
  const bytes = readFileIfAny(path);
  return bytes && parseRunFile(new TextDecoder().decode(bytes));
}

/** Removes this process's own run file; one that a later daemon has written stays. */
export function removeRunFile(path: string): void {
  if (readRunFile(path)?.pid === process.pid) rmSync(path, { force: true });
}
