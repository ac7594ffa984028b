/** Time limit of a whole answer. */
const longestAnswerMs = 15 * 60_000;

export type EndReason = 'cancelled' | 'silent' | 'endless' | 'too_large';

export interface Deadline {
  /** Aborted at the end, for any reason. */
  signal: AbortSignal;
  /** Restarts the silence timeout, because bytes arrived. */
  touch(): void;
  end(reason: EndReason): void;
  /** Returns why the conversation ended; undefined before the end. */
  reason(): EndReason | undefined;
  /** Clears the timers. */
  stop(): void;
}

/** Ends a conversation with an endpoint when the caller aborts, after `timeoutMs` without data, or after 15 minutes. */
export function createDeadline(timeoutMs: number, caller: AbortSignal): Deadline {
  const controller = new AbortController();
  let reason: EndReason | undefined;
  const end = (why: EndReason) => {
    reason ??= why;
    controller.abort();
  };
  const cancel = () => end('cancelled');
  const silence = setTimeout(() => end('silent'), timeoutMs);
  const whole = setTimeout(() => end('endless'), longestAnswerMs);
  if (caller.aborted) cancel();
  else caller.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    touch: () => void silence.refresh(),
    end,
    reason: () => reason,
    stop: () => {
      clearTimeout(silence);
      clearTimeout(whole);
      caller.removeEventListener('abort', cancel);
    },
  };
}
