/** What is being made or removed at the engine, so that a stop can wait for the last of it. */
interface Pending {
  disposals: Set<Promise<void>>;
}

/** Makes a stop of the engine wait for `work`, which does not reject. */
export function untilDone({ disposals }: Pending, work: Promise<void>): void {
  const done: Promise<void> = work.finally(() => disposals.delete(done));
  disposals.add(done);
}

/** Makes a stop of the engine wait for `work`, so that nothing is created after its last look. Returns `work`. */
export function tracked<T>(pending: Pending, work: Promise<T>): Promise<T> {
  untilDone(
    pending,
    work.then(
      () => {},
      () => {},
    ),
  );
  return work;
}
