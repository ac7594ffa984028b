/** The daemon of `npm start -- --background`, which continues when this process exits. */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DaemonProcess, type DaemonProgram, exitOf } from './daemon-process.ts';
import { readReports } from './daemon-reports.ts';

const pollMs = 50;

export interface BackgroundDaemon extends DaemonProcess {
  /** Stops following the daemon, so that this process can exit before it. */
  release: () => void;
}

/** Starts the daemon. Until its release, its warnings go to the standard error of this process. */
export function startBackgroundDaemon({ node, bundle, flags }: DaemonProgram): BackgroundDaemon {
  // Files instead of pipes: writing to a pipe whose reader has exited would terminate the daemon.
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-start-'));
  const paths = ['out', 'err'].map((name) => join(folder, name));
  const files = paths.map((path) => openSync(path, 'w', 0o600));
  const child = spawn(node, [bundle, ...flags], { stdio: ['ignore', ...files], detached: true, windowsHide: true });
  for (const file of files) closeSync(file);
  const following = new AbortController();
  const [out, err] = paths.map((path) => Readable.from(readGrowing(path, following.signal))) as [Readable, Readable];
  err.pipe(process.stderr, { end: false });
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const exited = exitOf(child)
    .finally(() => following.abort())
    .then(async (exit) => {
      // The daemon's last message and report are read before its exit is returned.
      await Promise.all([finished(out), finished(err)]);
      return exit;
    })
    .finally(removeFolder);
  return {
    exited,
    ...readReports(out),
    kill: (signal) => void child.kill(signal),
    release: () => {
      following.abort();
      child.unref();
      removeFolder();
    },
  };
}

/** Yields what is written to a file until the signal, and the rest after it. */
async function* readGrowing(path: string, ended: AbortSignal): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    while (true) {
      // Read before the file is: output that is written before the end is never missed.
      const isLast = ended.aborted;
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(65_536) });
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else if (isLast) return;
      else await sleep(pollMs, undefined, { signal: ended }).catch(() => undefined);
    }
  } finally {
    await file.close();
  }
}
