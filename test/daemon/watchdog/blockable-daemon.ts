import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ReadyDaemon, startChildDaemon } from '../../support/daemon/child-daemon.ts';
import { readLogs } from '../../support/daemon/test-daemon.ts';
import { until } from '../../support/until.ts';

const preload = pathToFileURL(join(import.meta.dirname, '../../support/daemon/block-loop.mjs')).href;

interface BlockableDaemon extends ReadyDaemon {
  /** Resolves when the event loop is blocked. */
  block(): Promise<void>;
}

/** A daemon that can block its event loop, through a module that only the test loads. */
export async function startBlockableDaemon(dataDir: string, args: string[] = []): Promise<BlockableDaemon> {
  const daemon = await startChildDaemon(dataDir, { NODE_OPTIONS: `--import ${preload}` }, args);
  const block = async () => {
    daemon.process.kill('SIGUSR2');
    await until(() => daemon.stderr().includes('blocking'));
  };
  return { ...daemon, block };
}

/** The lines that watchdogs of this data folder wrote. */
export function watchdogLines(dataDir: string): Record<string, unknown>[] {
  const lines = readLogs(join(dataDir, 'logs')).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 60);
}
