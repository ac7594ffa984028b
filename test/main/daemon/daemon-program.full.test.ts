import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { endDaemon, type StartedDaemon, startDaemon } from '../../../src-main/daemon/daemon-program.ts';
import { addressOf } from '../../../src-shared-node/prove-daemon.ts';
import { readRunFile } from '../../../src-shared-node/run-file.ts';
import { daemonFlags, readLogs } from '../../support/daemon/test-daemon.ts';

const bundlePath = join(import.meta.dirname, '../../../out/daemon/index.js');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'program-'));
});

const dataDir = () => join(folder, 'data');

function start(): StartedDaemon {
  const flags = [...daemonFlags(dataDir()), '--engine', 'embedded'];
  const errorOutputPath = join(folder, 'daemon.err');
  return startDaemon({ nodePath: process.execPath, bundlePath, env: process.env, flags, errorOutputPath });
}

describe('a daemon that the shell started', () => {
  it('ends in good order without a signal, which on Windows would end it at once', async () => {
    const daemon = start();
    expect(await daemon.firstLine).toEqual({ ready: true });
    const signals: unknown[] = [];
    const { kill } = daemon.child;
    daemon.child.kill = (signal) => {
      signals.push(signal);
      return kill.call(daemon.child, signal);
    };
    endDaemon(daemon);
    await daemon.exited;
    expect(signals).toEqual([]);
    expect(daemon.child.exitCode).toBe(0);
    expect(readLogs(join(dataDir(), 'logs'))).toContain('"msg":"stopped"');
  });

  it('continues when the channel to the shell is closed, and exits by the signal', async () => {
    const daemon = start();
    await daemon.firstLine;
    const exit = once(daemon.child, 'exit');
    daemon.child.disconnect();
    const note = readRunFile(join(dataDir(), 'run/daemon.json'));
    expect((await fetch(`${addressOf(note?.port ?? 0)}/api/v1/health`)).status).toBe(200);
    endDaemon(daemon);
    expect(await exit).toEqual([0, null]);
  });

  it('that is not ready yet is ended at once', async () => {
    const daemon = start();
    endDaemon(daemon);
    await daemon.exited;
    expect(daemon.isReady()).toBe(false);
  });
});
