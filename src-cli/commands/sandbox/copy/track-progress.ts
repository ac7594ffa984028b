const intervalMs = 100;
const mebibyte = 1024 * 1024;

export type Progress = ReturnType<typeof trackProgress>;

/** Counts what a copy has transferred, and shows it at most ten times a second. */
export function trackProgress(show: (text: string) => void) {
  let shownAt = performance.now();
  let files = 0;
  let bytes = 0;
  return {
    /** Passes the content of one file on and counts it. @param sizeBytes size as it was listed */
    async *count(name: string, sizeBytes: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      let ofFile = 0;
      for await (const chunk of chunks) {
        yield chunk;
        ofFile += chunk.length;
        bytes += chunk.length;
        if (performance.now() - shownAt < intervalMs) continue;
        shownAt = performance.now();
        show(
          `${name}: ${inMebibytes(ofFile)} of ${inMebibytes(Math.max(sizeBytes, ofFile))} MiB, ${files} files copied`,
        );
      }
      files += 1;
    },
    total: () => ({ files, bytes }),
  };
}

function inMebibytes(bytes: number): string {
  return (bytes / mebibyte).toFixed(1);
}
