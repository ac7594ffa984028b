import * as protocol from '../../../resources/embedded/protocol.mjs';
import { resultFilesCap, type SandboxFile } from '../engine.ts';
import { ChildProtocolError } from './frame-reader.ts';

/** @throws ChildProtocolError */
export function readStatus(payload: Buffer): protocol.ChildStatus {
  return protocol.readStatus(payload) ?? refuse('a malformed status');
}

/** @throws ChildProtocolError */
export function readFailure(payload: Buffer): protocol.ChildFailure {
  return protocol.readFailure(payload) ?? refuse('a malformed failure');
}

/**
 * Reads a file that the program left.
 * @throws ChildProtocolError also for a path that leads out of the working directory
 */
export function readFile(payload: Buffer): SandboxFile {
  return protocol.readFile(payload) ?? refuse('a malformed file');
}

/** Returns a function that counts the files of one run. It throws ChildProtocolError if they exceed the caps. */
export function createFileCount(): (file: SandboxFile) => void {
  let left = { ...resultFilesCap } as { count: number; totalBytes: number };
  return ({ content }) => {
    left = { count: left.count - 1, totalBytes: left.totalBytes - content.length };
    if (left.count < 0 || left.totalBytes < 0) refuse('more files than the caps allow');
  };
}

function refuse(what: string): never {
  throw new ChildProtocolError(what);
}
