import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright';

export interface DesktopApp {
  pid: number;
  page: Page;
  /** `performance.now()` when the program was started. */
  startedAt: number;
  /** Detaches from the page, because the protocol of the debugger costs memory. */
  detach(): Promise<void>;
  quit(): Promise<void>;
}

/** Starts a program on Electron and attaches to the page of its first window. */
export async function startDesktopApp(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<DesktopApp> {
  // Chromium's sandbox does not run for root.
  const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const startedAt = performance.now();
  const child = spawn(program, [...rootFlags, '--disable-gpu', '--remote-debugging-port=0', ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const browser = await chromium.connectOverCDP(await debuggerAddress(child));
  return {
    pid: child.pid ?? 0,
    page: await firstPage(browser),
    startedAt,
    detach: () => browser.close(),
    quit: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function debuggerAddress({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('the app has no standard error');
  for await (const line of createInterface({ input: stderr })) {
    const address = /^DevTools listening on (ws:\S+)$/.exec(line)?.[1];
    if (address === undefined) continue;
    // Later output must not fill the pipe.
    stderr.resume();
    return address;
  }
  throw new Error('the app exited before it had a window');
}

async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the app has no window');
  return context.pages()[0] ?? (await context.waitForEvent('page'));
}
