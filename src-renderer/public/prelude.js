// Runs before all modules. Sets the theme before the first frame, so that the other theme does not flash
// (ui/page/use-theme.ts).
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('strongroom.theme');
  } catch {
    // A browser without storage uses the system's theme.
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = chosen === 'dark' || (chosen !== 'light' && systemIsDark);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();

// A script or style that fails its integrity check may be a cached response of another program, which the browser would
// refuse each time. This fetches every file again without the cache and reloads the page. Modules that fail later are
// handled by client/load-part.ts and app/screens/fallback.tsx.
(() => {
  const noteKey = 'strongroom.fetched-again';
  globalThis.strongroomFetchAgain = async () => {
    const { integrity } = JSON.parse(document.querySelector('script[type=importmap]')?.textContent ?? '{}');
    const styles = [...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.href);
    const addresses = [...Object.keys(integrity ?? {}), ...styles];
    await Promise.allSettled(addresses.map((address) => fetch(address, { cache: 'reload' })));
  };
  globalThis.strongroomLoadFresh = async () => {
    sessionStorage.setItem(noteKey, String(Date.now()));
    await globalThis.strongroomFetchAgain();
    location.reload();
  };
  const onError = ({ target }) => {
    const isFile = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;
    const isRepeated = Date.now() - Number(sessionStorage.getItem(noteKey)) < 30_000;
    if (isFile && !isRepeated && !document.getElementById('root')?.hasChildNodes()) globalThis.strongroomLoadFresh();
  };
  addEventListener('error', onError, true);
})();

// The interface has no service worker. One that is there was registered by another program while it had the port.
navigator.serviceWorker?.getRegistrations().then((found) => found.map((registration) => registration.unregister()));

// zod tests whether eval is allowed; the page's policy forbids it and reports the attempt. Schemas are created while
// modules load, so z.config() would be too late.
globalThis.__zod_globalConfig = { jitless: true };
