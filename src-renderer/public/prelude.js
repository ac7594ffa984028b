// Before all modules. The theme first, so that nobody sees the other one flash; ui/use-theme.ts goes on from here.
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

// zod would try whether it may make code from text; the page's policy forbids that and reports the attempt. Its schemas
// are made while modules load, so z.config() would come too late.
globalThis.__zod_globalConfig = { jitless: true };
