/** The watch streams of the fake API server. */
import type { ServerResponse } from 'node:http';
import { matches } from './pod-selection.ts';
import type { PodChange, PodStore } from './pod-store.ts';
import { StatusError } from './status-error.ts';

interface WatchRequest {
  selector: string;
  fields?: string | undefined;
  /** The version after which the changes are sent. */
  version: number;
}

export interface PodWatches {
  /** The number of open streams. */
  count(): number;
  /** Answers a watch: sends what changed after a version, then each further change. */
  open(answer: ServerResponse, request: WatchRequest): void;
  /** Sends the current version to all streams. */
  bookmark(): void;
  /** Sends bytes to all streams as they are. */
  send(text: string): void;
  /** Ends all streams, as a server does after a while. */
  end(): void;
  /** Cuts the connections of all streams, after the start of a line if there is one. */
  cut(start?: string): void;
}

export function createPodWatches(store: PodStore): PodWatches {
  /** The open streams, each with the function that ends its events. */
  const streams = new Map<ServerResponse, () => void>();

  function bookmarkLine(): string {
    const object = { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: String(store.version()) } };
    return `${JSON.stringify({ type: 'BOOKMARK', object })}\n`;
  }

  function open(answer: ServerResponse, { selector, fields, version }: WatchRequest): void {
    const send = ({ type, object }: PodChange) => {
      if (matches(object, selector, fields)) answer.write(`${JSON.stringify({ type, object })}\n`);
    };
    answer.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    try {
      for (const change of store.since(version)) send(change);
    } catch (error) {
      // A server reports an old version in the stream.
      const object = error instanceof StatusError ? error.object : {};
      answer.end(`${JSON.stringify({ type: 'ERROR', object })}\n`);
      return;
    }
    store.changes.on('change', send);
    streams.set(answer, () => {
      streams.delete(answer);
      store.changes.off('change', send);
    });
    answer.on('close', () => streams.get(answer)?.());
  }

  /** Stops all streams at once, so that a change which follows is in none of them. */
  function stopAll(): ServerResponse[] {
    const answers = [...streams.keys()];
    for (const stop of [...streams.values()]) stop();
    return answers;
  }

  function send(text: string): void {
    for (const answer of streams.keys()) answer.write(text);
  }

  return {
    count: () => streams.size,
    open,
    bookmark: () => send(bookmarkLine()),
    send,
    end: () => {
      for (const answer of stopAll()) answer.end();
    },
    cut: (start = '') => {
      for (const answer of stopAll()) {
        const { socket } = answer;
        if (start === '') socket?.destroy();
        else answer.write(start, () => socket?.destroy());
      }
    },
  };
}
