import { useEffect, useState } from 'react';

export interface FolderReading {
  signal: AbortSignal;
  /** Called with the number of files so far. */
  onProgress(count: number): void;
}

/** Every so many files, the number on the screen changes. */
const countEvery = 25;

/**
 * Reads a folder once, for a dialog: the reading ends with it.
 * @param read is called again when it is another function; undefined while the folder cannot be read yet
 */
export function useReadFolder<Found>(read: ((reading: FolderReading) => Promise<Found>) | undefined) {
  const [looked, setLooked] = useState(0);
  const [found, setFound] = useState<Found>();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (read === undefined) return;
    const reading = new AbortController();
    const { signal } = reading;
    const onProgress = (count: number) => count % countEvery === 0 && setLooked(count);
    read({ signal, onProgress }).then(
      (result) => !signal.aborted && setFound(result),
      (problem: unknown) => !signal.aborted && setError(problem),
    );
    return () => reading.abort();
  }, [read]);
  return { looked, found, error };
}
