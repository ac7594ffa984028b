/**
 * Loads the library for certificates, which takes 100 ms. One of its packages refuses to load without the metadata
 * functions of decorators. It calls them for classes with decorated constructors only, and there is none.
 */
export async function loadX509() {
  const reflect: Record<string, unknown> = Reflect as object as Record<string, unknown>;
  for (const name of ['getMetadata', 'getOwnMetadata', 'defineMetadata']) reflect[name] ??= () => undefined;
  return await import('@peculiar/x509');
}
