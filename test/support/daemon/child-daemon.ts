import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll } from 'vitest';
import { daemonFlags } from './test-daemon.ts';

/** Those that run: a test that fails before it ends its daemon must not leave it behind. */
const running = new Set<ChildDaemon>();

afterAll(async () => {
  for (const daemon of running) daemon.process.kill('SIGTERM');
  await Promise.all([...running].map(({ exited }) => exited));
});

const bundle = join(import.meta.dirname, '../../../out/daemon/index.js');

export interface ChildDaemon {
  process: ChildProcess;
  /** The JSON lines of stdout, in order; undefined after the last. */
  nextLine(): Promise<Record<string, unknown> | undefined>;
  stderr(): string;
  /** Resolves when the process is gone. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface ReadyDaemon extends ChildDaemon {
  url: string;
}

/** The daemon of the checkout: its Node and its bundle. */
const ownProgram = { node: process.execPath, bundle };

/** The bundle as a process of its own, as the product starts it. */
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
      return { code, signal };
    }),
  };
  running.add(daemon);
  return daemon;
}

/** Starts one on a data folder and waits for its ready line. */
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

/** A data folder that does not exist yet, for daemons that come and go. */
export function temporaryDataDir(): { dataDir: string } {
  return { dataDir: join(mkdtempSync(join(tmpdir(), 'child-')), 'data') };
}
