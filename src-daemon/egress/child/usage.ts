import type { Socket } from 'node:net';

/** Counts the bytes of one connection to and from its host, with those of TLS and of a proxy's answer. */
export interface Meter {
  readonly bytesIn: number;
  readonly bytesOut: number;
  watch(socket: Socket): void;
  /** Adds the bytes since the last call to those of the run. */
  update(): void;
}

/** The bytes of all connections of a run. */
export interface Usage {
  /** True if one direction has reached the limit. */
  readonly isExhausted: boolean;
  createMeter(): Meter;
}

/** @param limitBytes of each direction */
export function createUsage(limitBytes: number): Usage {
  let [totalIn, totalOut] = [0, 0];

  function createMeter(): Meter {
    let [bytesIn, bytesOut] = [0, 0];
    let watched: Socket | undefined;
    return {
      get bytesIn() {
        return bytesIn;
      },
      get bytesOut() {
        return bytesOut;
      },
      watch: (socket) => {
        watched = socket;
      },
      update: () => {
        if (watched === undefined) return;
        const [nowIn, nowOut] = [watched.bytesRead, watched.bytesWritten];
        totalIn += nowIn - bytesIn;
        totalOut += nowOut - bytesOut;
        [bytesIn, bytesOut] = [nowIn, nowOut];
      },
    };
  }

  return {
    get isExhausted() {
      return totalIn >= limitBytes || totalOut >= limitBytes;
    },
    createMeter,
  };
}
