import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

const paths = [
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  // The same engine without the window of a browser.
  '/usr/bin/chromium-headless-shell',
];
const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];

/** Starts the Chromium of the system, or that of Playwright where there is none. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = paths.find((path) => existsSync(path));
  return chromium.launch({ ...(executablePath !== undefined && { executablePath }), args });
}
