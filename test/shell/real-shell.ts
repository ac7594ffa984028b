import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ElectronApplication, _electron as electron, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, inject } from 'vitest';
import { findElectron } from '../../scripts/packaging/find-electron.ts';
import { within } from '../../src-shared-node/within.ts';
import '../support/engine/engine-presence.ts';
import { until } from '../support/until.ts';
import { type Display, hasDisplay, openDisplay } from './display.ts';

export const root = join(import.meta.dirname, '../..');
/** The daemon exits, or is killed, within 10 s. */
const quitLimitMs = 30_000;
const executable = findElectron(root);
// npm's package finds its own binary; it gets the path of another one, which Playwright then starts.
if (executable !== undefined && !executable.startsWith(join(root, 'node_modules')))
  process.env.ELECTRON_OVERRIDE_DIST_PATH ??= dirname(executable);

/** A suite on a real Electron and a real engine: skipped and counted where one is missing, failed where CI=true. */
export function describeShell(name: string, suite: () => void): void {
  const isMissing = executable === undefined || !hasDisplay || inject('engine') === null;
  describe.skipIf(isMissing && process.env.CI !== 'true')(name, suite);
}

export interface RunningShell {
  app: ElectronApplication;
  window: Page;
  /** The running daemon's note. */
  runFile(): { pid: number; port: number; version: string };
  /** Quits it as its user does. Resolves when its process has exited. */
  quit(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
}

export interface ShellFixture {
  dataDir: string;
  env(): Record<string, string>;
  start(flags?: string[]): Promise<RunningShell>;
  /** Another start of the app on the same data, as the system does it for a link. */
  startAgain(...args: string[]): Promise<number | null>;
}

/** Electron and its data folder for one file of tests, with `more` of an environment; after each test the app has ended. */
export function useShell(more: () => Record<string, string> = () => ({})): ShellFixture {
  const folder = mkdtempSync(join(tmpdir(), 'shell-'));
  const dataDir = join(folder, 'data');
  const running: RunningShell[] = [];
  let display: Display | undefined;

  beforeAll(async () => {
    display = await openDisplay();
  });
  afterEach(async () => {
    for (const shell of running.splice(0)) await shell.quit();
  });
  afterAll(async () => {
    const orphan = readIfAny(join(dataDir, 'run/daemon.json'));
    // A daemon that was killed leaves its run file.
    if (orphan !== '' && isAlive(JSON.parse(orphan).pid)) process.kill(JSON.parse(orphan).pid, 'SIGTERM');
    await display?.close();
  });

  const env = () => ({
    ...withoutOurs(process.env),
    ...display?.env,
    XDG_CONFIG_HOME: join(folder, 'config'),
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    ...more(),
  });
  // Chromium's sandbox does not run for root, who tests in containers; nowhere else is it switched off.
  const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const flagsOf = (flags: string[]) => {
    return [...rootFlags, '--disable-gpu', root, '--data-dir', dataDir, '--key-store', 'file', ...flags];
  };

  return {
    dataDir,
    env,
    start: async (flags = []) => {
      // Without executablePath: only then does Playwright hold the app back until it is attached to it. Otherwise a
      // window that opens at that moment is missed, and the launch never returns.
      const app = await electron.launch({ args: flagsOf(flags), env: env(), cwd: folder });
      const child = app.process();
      const exited = once(child, 'exit');
      const shell: RunningShell = {
        app,
        window: await app.firstWindow(),
        runFile: () => JSON.parse(readFileSync(join(dataDir, 'run/daemon.json'), 'utf8')),
        quit: async () => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          // The app can exit before it has answered.
          const asked = await app.evaluate(({ app: inside }) => inside.quit()).catch(String);
          await within(quitLimitMs, exited).catch(async () => {
            const state = await stateOf(app);
            child.kill('SIGKILL');
            await exited;
            throw new Error(`the app did not quit in ${quitLimitMs / 1000} s: ${JSON.stringify({ asked, ...state })}`);
          });
        },
        kill: async () => {
          child.kill('SIGKILL');
          await exited;
        },
      };
      running.push(shell);
      return shell;
    },
    startAgain: async (...args) => {
      const second: ChildProcess = spawn(binary(), [...flagsOf([]), ...args], { env: env(), stdio: 'ignore' });
      const [code] = await once(second, 'exit');
      return code;
    },
  };
}

/** Returns the child processes and the windows of an app that does not quit. */
async function stateOf(app: ElectronApplication): Promise<object> {
  const children = execFileSync('ps', ['--ppid', String(app.process().pid), '-o', 'pid=,stat=,comm='], {
    encoding: 'utf8',
  });
  const windows = app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((one) => `${one.id} ${one.webContents.getURL()}`),
  );
  return { children, windows: await within(10_000, windows).catch(String) };
}

function binary(): string {
  if (executable === undefined) throw new Error('there is no Electron');
  return executable;
}

function withoutOurs(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !/^(STRONGROOM|ELECTRON|NODE_OPTIONS|VITEST)/.test(name));
  return Object.fromEntries(kept) as Record<string, string>;
}

export function isAlive(pid: number): boolean {
  // A process that has exited and has not been waited for counts as exited.
  if (process.platform === 'linux') {
    const stat = `/proc/${pid}/stat`;
    return existsSync(stat) && /\) [^ZX] /.test(readIfAny(stat));
  }
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function readIfAny(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export const exited = (pid: number) => until(() => !isAlive(pid));
