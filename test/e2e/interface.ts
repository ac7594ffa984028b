import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type ReadyDaemon, startChildDaemon, temporaryDataDir } from '../support/daemon/child-daemon.ts';
import { useBrowser } from './browser.ts';

export const password = 'correct horse battery staple';

export interface Interface {
  url(): string;
  dataDir(): string;
  browser(): Browser;
  daemon(): ReadyDaemon;
  /**
   * Announces console errors of the test that runs: statuses of answers, as Chromium reports each request that is answered
   * with 400 or more, or messages. Every other error fails the test.
   */
  expectErrors(...causes: (number | RegExp)[]): void;
  /** Kills the daemon with SIGKILL. Connections that fail then are expected. */
  killDaemon(): Promise<void>;
  /** Starts the daemon again at the same address with the same data. */
  restartDaemon(): Promise<void>;
  /** Opens a new window at the sign-in screen. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Opens a new window of a new account on the Run screen. */
  enter(options?: BrowserContextOptions): Promise<Page>;
}

/**
 * The built interface in a real browser with a real daemon, for all tests of a file. After each test the windows are
 * closed, and the test fails for console errors, policy violations and requests to other origins.
 */
export function useInterface(env: Record<string, string> = {}, args: string[] = []): Interface {
  const browser = useBrowser();
  const folder = temporaryDataDir();
  const pages: Page[] = [];
  const problems: string[] = [];
  let announced: RegExp[] = [];
  let daemon: ReadyDaemon | undefined;
  const running = () => {
    if (daemon === undefined) throw new Error('the daemon is used before it is there');
    return daemon;
  };

  beforeAll(async () => {
    daemon = await startChildDaemon(folder.dataDir, env, args);
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
    const unexpected = problems.splice(0).filter((text) => !announced.some((pattern) => pattern.test(text)));
    announced = [];
    expect(unexpected).toEqual([]);
  });
  afterAll(async () => {
    daemon?.process.kill('SIGTERM');
    await daemon?.exited;
  });

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser().newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    await page.addInitScript(() => {
      // Only the test of the tour starts it.
      if (window === window.top && location.protocol === 'http:') localStorage.setItem('strongroom.tour', 'seen');
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`);
      });
    });
    pages.push(page);
    collectProblems(page, running().url, problems);
    await page.goto(running().url);
    return page;
  }

  return {
    url: () => running().url,
    dataDir: () => folder.dataDir,
    browser,
    daemon: running,
    open,
    enter: async (options) => {
      const page = await open(options);
      await register(page);
      return page;
    },
    expectErrors: (...causes) => {
      announced.push(...causes.map((one) => (typeof one === 'number' ? new RegExp(`status of ${one}\\b`) : one)));
    },
    killDaemon: async () => {
      announced.push(...withoutDaemon);
      running().process.kill('SIGKILL');
      await running().exited;
    },
    restartDaemon: async () => {
      const { port } = new URL(running().url);
      daemon = await startChildDaemon(folder.dataDir, { ...env }, [...args, '--port', port]);
    },
  };
}

/** Shows the form of a new account. The login comes first where the daemon has an account, or the window was used before. */
export async function beginRegistration(page: Page): Promise<void> {
  await page.getByLabel('E-mail').waitFor();
  const toNewAccount = page.getByRole('button', { name: 'Create an account' });
  if (await toNewAccount.isVisible()) await toNewAccount.click();
}

/** Creates an account and waits for the Run screen; returns the e-mail. */
export async function register(page: Page): Promise<string> {
  const email = `user-${randomUUID()}@example.com`;
  await beginRegistration(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Repeat it').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await editor(page).waitFor();
  return email;
}

/** Logs in again after a reload or a lock; types the e-mail if it is given. */
export async function signInAgain(page: Page, email?: string): Promise<void> {
  if (email !== undefined) await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
}

export const editor = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });
export const output = (page: Page) => page.getByRole('region', { name: 'Program output' });
export const outcome = (page: Page) => page.getByRole('region', { name: 'Output', exact: true }).getByRole('status');

/** Replaces the code in the editor. */
export async function write(page: Page, code: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press('Control+a');
  await editor(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, code);
}

/** Runs code and waits until it ends. */
export async function runCode(page: Page, code: string): Promise<void> {
  await write(page, code);
  // A fast run can end before its Cancel button is detected.
  const begun = page.waitForResponse((response) => response.url().endsWith('/api/v1/execute'));
  await page.keyboard.press('Control+Enter');
  await begun;
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
}

export async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('link', { name: screen, exact: true }).click();
}

/** Creates a secret through its dialog. */
export async function makeSecret(page: Page, name: string, value = `the value of ${name}`): Promise<void> {
  await goTo(page, 'Secrets');
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Value').fill(value);
  await page.getByRole('button', { name: 'Save secret' }).click();
  await page.getByRole('rowheader', { name }).waitFor();
}

/** Drops files on an element of the page. */
export async function drop(page: Page, target: Locator, files: { name: string; text: string }[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const { name, text } of list) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}

/** Messages that are no fault of the page, in any test. */
const expected = [
  /'about:srcdoc'/,
  // Chromium ends each connection attempt when an address of the machine changes, as a bridge of Docker does. The page
  // repeats its queries and streams, and loads its files again.
  /ERR_NETWORK_CHANGED/,
];

/** Messages about a daemon that does not answer. */
export const withoutDaemon = [/ERR_CONNECTION_(REFUSED|RESET)/, /ERR_EMPTY_RESPONSE/, /ERR_INCOMPLETE/];

function collectProblems(page: Page, url: string, complaints: string[]): void {
  const report = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.location().url === 'about:srcdoc') return;
    if (message.type() === 'error' || message.type() === 'warning')
      report(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => report(`page: ${error.message}`));
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(url) && !/^(blob|data|about):/.test(address)) report(`left the origin: ${address}`);
  });
}
