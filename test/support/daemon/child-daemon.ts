import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { recordFinding } from '../../../scripts/test/run-records.ts';
import { cleanUpAfterFile } from '../leftovers/clean-ups.ts';
import { daemonFlags } from './test-daemon.ts';

/** The running daemons. They are stopped after the tests, because a failed test may not have stopped its daemon. */
const running = new Set<ChildDaemon>();

cleanUpAfterFile(async () => {
  for (const daemon of running) daemon.process.kill('SIGTERM');
  await Promise.all([...running].map(({ exited }) => exited));
});

const bundle = join(import.meta.dirname, '../../../out/daemon/index.js');

export interface ChildDaemon {
  process: ChildProcess;
  /** Returns the next JSON line of stdout, or undefined after the last. */
  nextLine(): Promise<Record<string, unknown> | undefined>;
  stderr(): string;
  /** Resolves when the process has exited. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface ReadyDaemon extends ChildDaemon {
  url: string;
}

/** Signals that no test sends: a daemon that ends with one has crashed. */
const crashSignals: ReadonlySet<NodeJS.Signals | null> = new Set([
  ...(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP'] as const),
]);

/** A test file that saw this is not run again if it fails. */
function noteCrash(signal: NodeJS.Signals): void {
  const { STRONGROOM_TEST_RUN: runFolder } = process.env;
  const { testPath = '' } = expect.getState();
  if (runFolder !== undefined) recordFinding(runFolder, { testPath, text: `a daemon ended with ${signal}` });
}

/** The daemon of the checkout: its Node and its bundle. */
const ownProgram = { node: process.execPath, bundle };

/** Starts the bundle as a process, as the product does. */
export function spawnDaemon(args: string[], env: Record<string, string> = {}, program = ownProgram): ChildDaemon {
  const child = spawn(program.node, [program.bundle, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const daemon: ChildDaemon = {
    process: child,
    nextLine: async () => {
      const { done, value } = await lines.next();
      return done ? undefined : JSON.parse(value);
    },
    stderr: () => stderr,
    exited: once(child, 'close').then(([code, signal]) => {
      running.delete(daemon);
      if (crashSignals.has(signal)) noteCrash(signal);
      return { code, signal };
    }),
  };
  running.add(daemon);
  return daemon;
}

/** Starts a daemon with a data folder and waits for its ready line. */
export async function startChildDaemon(
  dataDir: string,
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<ReadyDaemon> {
  return untilReady(spawnDaemon([...daemonFlags(dataDir), ...args], env));
}

/** Waits for the ready line of a daemon that was just started. */
export async function untilReady(child: ChildDaemon): Promise<ReadyDaemon> {
  const line = await child.nextLine();
  if (line?.ready !== true) throw new Error(`not ready: ${JSON.stringify(line)} ${child.stderr()}`);
  return { ...child, url: String(line.url) };
}

/** Returns the path of a data folder that does not exist yet, for tests that restart daemons. */
export function temporaryDataDir(): { dataDir: string } {
  return { dataDir: join(mkdtempSync(join(tmpdir(), 'child-')), 'data') };
}
