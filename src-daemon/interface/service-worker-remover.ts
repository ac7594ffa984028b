/**
 * A service worker that ends its own registration, empties the caches, and loads the pages again that were under it. The
 * interface has no service worker: one that is there was registered by another program while it had the port, and a
 * browser that looks for a newer version of it gets this one.
 */
export const serviceWorkerRemover = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: 'window' })) await client.navigate(client.url).catch(() => {});
}
`;
