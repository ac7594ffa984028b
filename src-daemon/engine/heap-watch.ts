/** How a program ended. */
interface Ending {
  exitCode: number | null;
  signal: string | null;
}

interface HeapLimit {
  /** A part of the message that a runtime prints on standard error when its heap is full. */
  marks: readonly Buffer[];
  /** True if the runtime ends in this way then; 128 + 6 is the code of a shell whose program ended by SIGABRT. */
  endsWith: (ending: Ending) => boolean;
}

const heapLimits: readonly HeapLimit[] = [
  // V8: Node aborts.
  {
    marks: [Buffer.from('JavaScript heap out of memory')],
    endsWith: ({ exitCode, signal }) => signal === 'SIGABRT' || exitCode === 134,
  },
  // Java: the exception ends the main thread.
  {
    marks: ['Java heap space', 'GC overhead limit exceeded', 'Metaspace'].map((cause) =>
      Buffer.from(`java.lang.OutOfMemoryError: ${cause}`),
    ),
    endsWith: ({ exitCode }) => exitCode === 1,
  },
];

const carriedBytes = Math.max(...heapLimits.flatMap(({ marks }) => marks.map(({ length }) => length))) - 1;

/**
 * Finds out whether a runtime ended a program because its heap was full. V8 and Java limit their heap to a part of the
 * memory, so the kernel never sees the limit of the sandbox reached. A program can print the same text: then it only
 * misnames its own end.
 */
export function createHeapWatch() {
  let carried = Buffer.alloc(0);
  const seen = new Set<HeapLimit>();

  return {
    /** Takes a part of standard error, in order. */
    push(chunk: Uint8Array): void {
      const bytes = Buffer.concat([carried, chunk]);
      for (const limit of heapLimits) if (limit.marks.some((mark) => bytes.includes(mark))) seen.add(limit);
      carried = Buffer.from(bytes.subarray(Math.max(0, bytes.length - carriedBytes)));
    },
    /** Returns true if a heap was full, and the program ended as its runtime ends it then. */
    hasEnded: (ending: Ending): boolean => [...seen].some((limit) => limit.endsWith(ending)),
  };
}
