/**
 * The borders at which masked streams are passed on. None of them depends on a value: if text waited because it can be the
 * beginning of a value, the sizes and times of what is passed on would tell how many letters of a guess are right.
 */

/** Time after the last output, in milliseconds, after which text without a line end is passed on. */
export const quietMs = 100;
/** The longest time that a text waits, for a program that prints without line ends and without pauses. */
const longestWaitMs = 1000;
/** Without a line end, text is passed on from this number of units, except for its last {@link windowUnits}. */
export const waitingUnits = 256 * 1024;
/** A value of at most this length is masked as a whole in a text without line ends. */
export const windowUnits = 128 * 1024;
/** Maximum length of the unfinished line that is dropped where a stream was cut, so that no part of a value ends it. */
export const cutUnits = 4096;

/** Calls `onQuiet` when a stream has been quiet for {@link quietMs}, or its text has waited for {@link longestWaitMs}. */
export interface QuietTimer {
  /** Starts to wait, or waits again: output was added, and text waits. */
  restart(): void;
  /** No text waits any more. */
  stop(): void;
  /** Returns true between `restart` and `onQuiet` or `stop`. */
  isWaiting(): boolean;
}

export function createQuietTimer(onQuiet: () => void): QuietTimer {
  let timer: NodeJS.Timeout | undefined;
  let lastLook: NodeJS.Immediate | undefined;
  let [firstAt, lastAt] = [0, 0];

  const leftMs = () => Math.min(lastAt + quietMs, firstAt + longestWaitMs) - performance.now();

  /** The timer is not set again for each output, because there can be many. */
  function check(): void {
    const left = leftMs();
    if (left > 0) timer = setTimeout(check, Math.ceil(left));
    // A busy process can have output that it has not read yet. It is read before an immediate callback.
    else lastLook = setImmediate(end);
  }

  function end(): void {
    if (leftMs() > 0) {
      check();
      return;
    }
    timer = undefined;
    onQuiet();
  }

  return {
    restart() {
      lastAt = performance.now();
      if (timer !== undefined) return;
      firstAt = lastAt;
      timer = setTimeout(check, quietMs);
    },
    stop() {
      clearTimeout(timer);
      clearImmediate(lastLook);
      timer = undefined;
    },
    isWaiting: () => timer !== undefined,
  };
}
