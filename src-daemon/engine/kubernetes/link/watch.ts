import { z } from 'zod';
import { ApiError, errorOfStatus } from './api-error.ts';
import { pause } from './pause.ts';
import { type Pod, PodObject, readPod } from './pod.ts';
import type { Pods } from './pods.ts';
import { createLineReader } from './read-lines.ts';

/** A change of a pod. A pod that is deleted and created again under its name is `deleted`, then `added`. */
export interface PodEvent {
  type: 'added' | 'modified' | 'deleted';
  /** The pod after the change; of a deleted one its last known state. */
  pod: Pod;
}

export interface WatchOptions {
  /** The labels of the pods, as a selector: `role=sandbox,instance=abc`. */
  selector: string;
  onEvent: (event: PodEvent) => void;
  /** Called when all pods that existed have been reported, after each list. */
  onListed?: () => void;
  /** Called when a stream of changes was opened. */
  onOpened?: () => void;
  /** Called with the error of a list or stream that failed. The watch continues after a pause. */
  onFailure?: (error: unknown) => void;
  /** Ends the watch. */
  signal: AbortSignal;
  /** Returns the pause in ms after a number of failures in a row. */
  pauseMs?: (failures: number) => number;
}

const lineLimitBytes = 1 << 20;
/** The server ends a stream after this time. A connection that died without a sign lives longer by the grace. */
const streamSeconds = 240;
const graceMs = 30_000;
const shortestPauseMs = 100;
const longestPauseMs = 30_000;

const Line = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['ADDED', 'MODIFIED', 'DELETED']), object: PodObject }),
  z.object({
    type: z.literal('BOOKMARK'),
    object: z.object({ metadata: z.object({ resourceVersion: z.string().min(1).max(128) }) }),
  }),
  z.object({ type: z.literal('ERROR'), object: z.unknown().optional() }),
]);

/**
 * Reports the pods that a selector matches, and their changes: lists them, then follows their stream. A stream that ended
 * continues at its last version. If the server no longer has that version (410), or sent what cannot be read, the pods are
 * listed again, and only the differences are reported. Resolves when the signal aborts; never rejects.
 */
export async function watchPods(pods: Pods, options: WatchOptions): Promise<void> {
  const { signal, pauseMs = growingPause } = options;
  const known = createKnownPods(options.onEvent);
  let version: string | undefined;
  let failures = 0;

  async function list(): Promise<string> {
    const { pods: found, resourceVersion } = await pods.list(options.selector, signal);
    known.replace(found);
    options.onListed?.();
    return resourceVersion;
  }

  function readLine(line: string): void {
    const event = parseLine(line);
    if (event.type === 'ERROR') throw errorOfStatus(event.object);
    version = event.object.metadata.resourceVersion;
    failures = 0;
    if (event.type !== 'BOOKMARK') known.apply(event.type, readPod(event.object));
  }

  async function follow(resourceVersion: string): Promise<void> {
    const limit = AbortSignal.timeout(streamSeconds * 1000 + graceMs);
    const request = { resourceVersion, seconds: streamSeconds, signal: AbortSignal.any([signal, limit]) };
    const stream = await pods.watch(options.selector, request);
    options.onOpened?.();
    const read = createLineReader(lineLimitBytes, readLine);
    for await (const chunk of stream as AsyncIterable<Buffer>) read(chunk);
  }

  while (!signal.aborted) {
    let askedMs = 0;
    try {
      version ??= await list();
      await follow(version);
    } catch (error) {
      if (signal.aborted) break;
      options.onFailure?.(error);
      if (error instanceof ApiError && isLost(error)) version = undefined;
      askedMs = (error instanceof ApiError && error.retryAfterMs) || 0;
    }
    failures++;
    await pause(Math.max(pauseMs(failures), askedMs), signal).catch(() => {});
  }
}

/** Returns true if events may have been missed. */
function isLost({ kind }: ApiError): boolean {
  return kind === 'gone' || kind === 'bad_answer';
}

/** Doubles from 100 ms to 30 s. A random part keeps many daemons from returning at the same moment. */
export function growingPause(failures: number): number {
  const pause = Math.min(shortestPauseMs * 2 ** (failures - 1), longestPauseMs);
  return pause * (0.75 + Math.random() / 4);
}

function parseLine(line: string): z.infer<typeof Line> {
  try {
    return Line.parse(JSON.parse(line));
  } catch {
    throw new ApiError('bad_answer', 'an event of the API server is not the JSON of its API');
  }
}

interface KnownPods {
  /** Takes over a list of all pods, and reports what differs. */
  replace(found: readonly Pod[]): void;
  apply(type: 'ADDED' | 'MODIFIED' | 'DELETED', pod: Pod): void;
}

/** Keeps the pods that were reported, so that a second list or a repeated event reports nothing twice. */
function createKnownPods(onEvent: (event: PodEvent) => void): KnownPods {
  const known = new Map<string, Pod>();

  function remove(pod: Pod): void {
    known.delete(pod.name);
    onEvent({ type: 'deleted', pod });
  }

  function put(pod: Pod): void {
    const before = known.get(pod.name);
    if (before?.uid === pod.uid && before.resourceVersion === pod.resourceVersion) return;
    if (before !== undefined && before.uid !== pod.uid) remove(before);
    known.set(pod.name, pod);
    onEvent({ type: before?.uid === pod.uid ? 'modified' : 'added', pod });
  }

  return {
    replace: (found) => {
      const names = new Set(found.map(({ name }) => name));
      for (const pod of [...known.values()]) if (!names.has(pod.name)) remove(pod);
      for (const pod of found) put(pod);
    },
    apply: (type, pod) => {
      if (type !== 'DELETED') put(pod);
      else if (known.get(pod.name)?.uid === pod.uid) remove(pod);
    },
  };
}
