/** An answer that goes on and on is ended after so long. */
const longestAnswerMs = 15 * 60_000;

export type EndReason = 'cancelled' | 'silent' | 'endless' | 'too_large';

export interface Deadline {
  /** Aborted at the end, whatever brought it about. */
  signal: AbortSignal;
  /** Bytes came: the silence begins anew. */
  touch(): void;
  end(reason: EndReason): void;
  /** Undefined while nothing has ended it. */
  reason(): EndReason | undefined;
  /** Forgets the timers. */
  stop(): void;
}

/** Ends a conversation with an endpoint when its caller goes, after `timeoutMs` of silence, and at any rate in 15 min. */
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
