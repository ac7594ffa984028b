import type { FrameChannel } from './frame-channel.ts';

/** The stream to init, as far as channels use it. */
export type Transport = Pick<FrameChannel, 'write' | 'whenDrained'>;

/** A channel that may have data to send. */
export interface Source {
  /** Returns the pieces of the next frame, or undefined if there is none, or no credit for it. */
  nextFrame(): Uint8Array[] | undefined;
}

export interface Writer {
  /** Sends a short frame before all data. */
  send(pieces: readonly Uint8Array[]): void;
  /** Adds a channel to the rotation. Its frames follow, one per round, until it has none. */
  wake(source: Source): void;
}

/**
 * Creates the writer of a session. Channels send one frame each in rotation, so that a long transfer delays a short message
 * by one frame per channel. Nothing but short frames is queued here: data remains in its channel until the stream takes it.
 */
export function createWriter(transport: Transport): Writer {
  const urgent: Uint8Array[] = [];
  const ready = new Set<Source>();
  let isBlocked = false;
  let isScheduled = false;

  /** Returns the next pieces to write: short frames first, then the frame of the channel that waited longest. */
  function next(): Uint8Array[] | undefined {
    if (urgent.length > 0) return urgent.splice(0);
    for (const source of ready) {
      ready.delete(source);
      const frame = source.nextFrame();
      if (frame === undefined) continue;
      ready.add(source);
      return frame;
    }
    return undefined;
  }

  function flush(): void {
    isScheduled = false;
    while (!isBlocked) {
      const pieces = next();
      if (pieces === undefined) return;
      isBlocked = !transport.write(pieces);
    }
  }

  /** Waits until the end of the current task, so that frames which belong together are one write. */
  function schedule(): void {
    if (isScheduled || isBlocked) return;
    isScheduled = true;
    queueMicrotask(flush);
  }

  transport.whenDrained(() => {
    isBlocked = false;
    flush();
  });
  return {
    send: (pieces) => {
      urgent.push(...pieces);
      schedule();
    },
    wake: (source) => {
      ready.add(source);
      schedule();
    },
  };
}
