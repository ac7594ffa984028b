// Before all modules. The theme first, so that nobody sees the other one flash; ui/page/use-theme.ts goes on from here.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('strongroom.theme');
  } catch {
    // A browser that keeps nothing follows the system.
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = chosen === 'dark' || (chosen !== 'light' && systemIsDark);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();

// A script or style that fails its integrity check may be the answer of another program, which the browser has kept and
// would refuse each time. This gets every file again, past the browser's cache, and loads the page with them. A module
// that fails later is the interface's own concern (client/load-part.ts, app/screens/fallback.tsx).
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

// zod would try whether it may make code from text; the page's policy forbids that and reports the attempt. Its schemas
// are made while modules load, so z.config() would come too late.
globalThis.__zod_globalConfig = { jitless: true };
