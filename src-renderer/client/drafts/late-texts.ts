/** After the last change. */
const pauseMs = 300;
/** While changes go on without a pause. */
const longestMs = 3000;

export type ProduceText = () => string | undefined;

/**
 * Collects texts that are produced after a pause, because a large one takes longer than a key press may.
 * @param apply gets each text, the newest of an id only
 */
export function createLateTexts(apply: (id: string, produce: ProduceText) => void) {
  const waiting = new Map<string, ProduceText>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;

  /** Applies all texts now. */
  function settle(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [id, produce] of waiting) {
      waiting.delete(id);
      apply(id, produce);
    }
  }

  return {
    settle,
    add(id: string, produce: ProduceText): void {
      if (waiting.size === 0) since = Date.now();
      waiting.set(id, produce);
      clearTimeout(timer);
      timer = setTimeout(settle, Math.max(0, Math.min(pauseMs, since + longestMs - Date.now())));
    },
    /** Forgets all texts, at the end of the session. */
    clear(): void {
      clearTimeout(timer);
      waiting.clear();
    },
    /** Forgets the text of a draft that is changed otherwise. */
    drop: (id: string) => void waiting.delete(id),
  };
}
