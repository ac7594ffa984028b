/** The watchdog with short limits, in processes that block their event loop. The limits of the product: *.full.test.ts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { WatchdogLimits } from '../../../src-daemon/watchdog/watchdog-protocol.ts';
import { readLogs } from '../../support/daemon/test-daemon.ts';
import { until } from '../../support/until.ts';

const short: WatchdogLimits = { blockedMs: 1500, tickMs: 50 };
const program = join(import.meta.dirname, 'watched-process.ts');

interface Watched {
  child: ChildProcess;
  iterations(): number;
  /** Resolves when the loop is blocked. */
  block(): Promise<void>;
  ended: Promise<{ code: number | null; signal: string | null }>;
  /** The lines of the log. */
  lines(): Record<string, unknown>[];
}

/** Starts a process that blocks its loop in this way on SIGUSR2, and waits until its loop runs. */
async function watch(way: string, limits = short, flags: string[] = []): Promise<Watched> {
  const logDir = mkdtempSync(join(tmpdir(), 'watched-'));
  const child = spawn(process.execPath, [...flags, program, way, JSON.stringify(limits), logDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const iterations = () => said.split('turning').length - 1;
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  await until(() => iterations() > 0);
  const lines = () =>
    readLogs(logDir)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const block = async () => {
    child.kill('SIGUSR2');
    await until(() => said.includes('blocking'));
  };
  return { child, iterations, block, ended, lines };
}

async function untilLoopRuns({ iterations }: Watched): Promise<void> {
  const before = iterations();
  await until(() => iterations() > before + 1);
}

describe('a process whose event loop is blocked', () => {
  it.each([
    ['a loop', 'loop', 'blockInLoop'],
    ['a regular expression that backtracks', 'expression', 'blockInExpression'],
    ['an endless chain of promises', 'promises', 'blockInPromises'],
  ])('by %s is ended, and the log says where it stood', async (_what, way, name) => {
    const watched = await watch(way);
    await watched.block();
    expect(await watched.ended).toEqual({ code: null, signal: 'SIGKILL' });
    const [line, ...others] = watched.lines();
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      level: 60,
      msg: 'the event loop was blocked: the watchdog ends the daemon',
      lastRequest: 'POST /api/v1/executions',
    });
    expect((line as { stack: string[] }).stack[0]).toMatch(
      new RegExp(`^${name} \\(test/daemon/watchdog/watched-process\\.ts:\\d+\\)$`),
    );
  });

  it('by a long SQL statement is ended, and the log has the statement', async () => {
    const watched = await watch('statement');
    await watched.block();
    expect(await watched.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(watched.lines()).toMatchObject([
      { stack: 'native code', lastStatement: expect.stringContaining('SELECT max(i) FROM n') },
    ]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends at its limit after a %s that it could not take', async (signal) => {
    const watched = await watch('loop');
    await watched.block();
    watched.child.kill(signal);
    expect(await watched.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(watched.lines()).toHaveLength(1);
  });

  it('for less than the limit lives on', async () => {
    const watched = await watch('shortly');
    await watched.block();
    await untilLoopRuns(watched);
    watched.child.kill('SIGTERM');
    expect(await watched.ended).toEqual({ code: 0, signal: null });
    expect(watched.lines()).toEqual([]);
  });

  it('with a debugger attached is not ended', async () => {
    const limits = { ...short, blockedMs: 100 };
    const watched = await watch('shortly', limits, ['--inspect=0']);
    await watched.block();
    await untilLoopRuns(watched);
    watched.child.kill('SIGTERM');
    expect(await watched.ended).toEqual({ code: 0, signal: null });
  });
});

it('a process that was stopped for longer than the limit keeps running', async () => {
  const watched = await watch('nothing');
  watched.child.kill('SIGSTOP');
  // The time in which nothing happens is what is tested.
  await sleep(2 * short.blockedMs);
  watched.child.kill('SIGCONT');
  await untilLoopRuns(watched);
  watched.child.kill('SIGTERM');
  expect(await watched.ended).toEqual({ code: 0, signal: null });
  expect(watched.lines()).toEqual([]);
});

it('a process with nothing left to do ends, watched or not', async () => {
  const logDir = mkdtempSync(join(tmpdir(), 'watched-'));
  const child = spawn(process.execPath, [program, 'exit', JSON.stringify(short), logDir], { stdio: 'ignore' });
  expect(await once(child, 'close')).toEqual([0, null]);
});
