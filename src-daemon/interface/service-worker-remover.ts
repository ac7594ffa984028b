/**
 * Service worker that unregisters itself, deletes the caches, and reloads its pages. The interface has no service worker. If
 * another program registered one while it used the port, a browser that checks for a newer version gets this one.
 */
export const serviceWorkerRemover = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: 'window' })) await client.navigate(client.url).catch(() => {});
}
`;
