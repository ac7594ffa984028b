import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import '../support/engine/engine-presence.ts';
import { isFullTier } from '../support/tier.ts';

const browserPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without the window and services of a browser, which use a fifth more of the processor. */
const lightPath = '/usr/bin/chromium-headless-shell';
const executablePath = (isFullTier ? [...browserPaths, lightPath] : [lightPath, ...browserPaths]).find((path) =>
  existsSync(path),
);
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A suite with a real browser and a real engine: skipped if one is missing, failed if CI=true. */
export function describeInterface(name: string, suite: () => void): void {
  const isMissing = executablePath === undefined || inject('engine') === null;
  describe.skipIf(isMissing && process.env.CI !== 'true')(name, suite);
}

/** One Chromium for all tests of a file. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: flags });
  });
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined) throw new Error('the browser is used before it is there');
    return browser;
  };
}
