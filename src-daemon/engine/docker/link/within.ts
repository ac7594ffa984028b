/** The call to the engine took longer than it may. */
export class EngineTimeout extends Error {
  override readonly name = 'EngineTimeout';
}

/** The promise's value, or EngineTimeout after `limitMs`; what it was waiting for goes on unheard. */
export function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new EngineTimeout(`no answer in ${limitMs} ms`)), limitMs);
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer));
}
