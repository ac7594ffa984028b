// Runs before all modules. Sets the theme before the first frame, so that the other theme does not flash, and follows the
// system's theme, also on the sign-in screen, which does not load ui/page/use-theme.ts.
(() => {
  const darkMedia = matchMedia('(prefers-color-scheme: dark)');
  const applyTheme = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('strongroom.theme');
    } catch {
      // A browser without storage uses the system's theme.
    }
    const isDark = chosen === 'dark' || (chosen !== 'light' && darkMedia.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  applyTheme();
  darkMedia.addEventListener('change', applyTheme);
})();

// A script or style that fails to load may be a cached response of another program, which the browser would refuse each
// time because of its integrity, or one that a change of the network interrupted. This fetches every file again without
// the cache. Then it adds a failed style again, and reloads a page that has rendered nothing; one that has rendered
// keeps what was typed. Modules that fail later are handled by client/load-part.ts and app/screens/fallback.tsx.
(() => {
  const maxRepeats = 8;
  const noteKey = 'strongroom.repeats';
  const failedStyles = new Set();
  let isLoading = false;

  const fetchAgain = () => {
    const { integrity } = JSON.parse(document.querySelector('script[type=importmap]')?.textContent ?? '{}');
    const styles = [...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.href);
    const addresses = [...Object.keys(integrity ?? {}), ...styles];
    return Promise.allSettled(addresses.map((address) => fetch(address, { cache: 'reload' })));
  };
  const hasRendered = () => document.getElementById('root')?.hasChildNodes() === true;
  // Counts the repeats of this tab that came less than 30 s after each other.
  const countRepeat = () => {
    const { at, count } = JSON.parse(sessionStorage.getItem(noteKey) ?? '{"at":0,"count":0}');
    const next = Date.now() - at < 30_000 ? count + 1 : 1;
    sessionStorage.setItem(noteKey, JSON.stringify({ at: Date.now(), count: next }));
    return next;
  };
  const loadAgain = async () => {
    const count = countRepeat();
    if (count > maxRepeats) return;
    isLoading = true;
    if (count > 1) await new Promise((resolve) => setTimeout(resolve, Math.min(100 * 2 ** count, 5000)));
    await fetchAgain();
    for (const link of failedStyles) link.replaceWith(link.cloneNode());
    failedStyles.clear();
    isLoading = false;
    if (!hasRendered()) location.reload();
  };
  const onError = ({ target }) => {
    const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
    const isModule = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;
    if (isStyle) failedStyles.add(target);
    if (!isLoading && (isStyle || (isModule && !hasRendered()))) loadAgain();
  };
  addEventListener('error', onError, true);

  globalThis.strongroomFetchAgain = fetchAgain;
  globalThis.strongroomLoadFresh = async () => {
    await fetchAgain();
    location.reload();
  };
})();

// The interface has no service worker. One that is there was registered by another program while it had the port.
navigator.serviceWorker?.getRegistrations().then((found) => found.map((registration) => registration.unregister()));

// zod tests whether eval is allowed; the page's policy forbids it and reports the attempt. Schemas are created while
// modules load, so z.config() would be too late.
globalThis.__zod_globalConfig = { jitless: true };
