import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SandboxStatus } from '../../../../src-daemon/engine/engine.ts';
import { until } from '../../../support/until.ts';
import { containersOf, describeWithDocker, type Fixture, jobOf, run } from '../docker-fixture.ts';
import { isHere, processesMarked, rootOf } from './marked-processes.ts';

const mebibyte = 1024 * 1024;
/** Part of the command line of every process that the programs start, so that the test finds these processes. */
const mark = `survivor-${randomUUID()}`;
const stayer = `bash -c 'trap "" TERM INT HUP; exec -a ${mark} sleep 600'`;

interface Hostile {
  what: string;
  code: string;
  status: SandboxStatus;
  memoryMb?: number;
  /** By default 2500. A program that ends before its limit needs more on a slow machine, which all programs share. */
  timeoutMs?: number;
}

const hostile: readonly Hostile[] = [
  { what: 'a busy loop', code: `${stayer} & while :; do :; done`, status: 'timed_out' },
  { what: 'a sleep', code: `${stayer}`, status: 'timed_out' },
  {
    what: 'a daemon that left its session',
    code: `setsid ${stayer} >/dev/null 2>&1 </dev/null & disown; exit 0`,
    status: 'succeeded',
    timeoutMs: 60_000,
  },
  {
    what: 'a tree of daemons',
    code: `(setsid setsid ${stayer} & setsid ${stayer} &) & wait; exit 3`,
    status: 'failed',
    timeoutMs: 60_000,
  },
  { what: 'a fork bomb', code: `bomb() { ${stayer} & bomb & bomb; }; bomb; wait`, status: 'timed_out' },
  {
    what: 'too much memory',
    code: `${stayer} & head -c 300M /dev/zero | tail`,
    status: 'out_of_memory',
    memoryMb: 64,
    timeoutMs: 60_000,
  },
  {
    what: 'a full disk',
    code: `${stayer} & yes > /work/x; yes > /tmp/x; sleep 60`,
    status: 'timed_out',
    memoryMb: 512,
  },
  {
    what: 'too many files',
    code: `${stayer} & for ((;;)); do : > /tmp/$((i++)); done 2>/dev/null`,
    status: 'timed_out',
  },
  { what: 'a flood of output', code: `${stayer} & yes & yes >&2`, status: 'timed_out' },
  {
    what: 'killing every process that it may',
    code: `${stayer} & trap "" TERM; kill -9 1; kill -STOP 1; kill -TERM -1; sleep 60`,
    status: 'timed_out',
  },
];

describeWithDocker('no container and no process remains', suite, { keepsWarm: false });

function suite(fixture: () => Fixture): void {
  test('of programs that try to outlive their run', async () => {
    const { engine, docker, instanceId } = fixture();
    // Shows that the count works if the engine runs on this machine.
    const cancel = new AbortController();
    const control = engine.run(jobOf({ code: stayer }), { signal: cancel.signal, onOutput: () => {} });
    await until(async () => (await containersOf(docker, instanceId)).length === 1);
    if (await isHere(docker)) await until(async () => (await processesMarked(mark)) > 0);
    cancel.abort();
    await control;

    const results = await Promise.all(
      hostile.map(({ code, memoryMb = 256, timeoutMs = 2500 }) => run(engine, { code, memoryMb, timeoutMs })),
    );
    expect(results.map(({ status }, index) => `${hostile[index]?.what}: ${status}`)).toEqual(
      hostile.map(({ what, status }) => `${what}: ${status}`),
    );
    await until(async () => (await containersOf(docker, instanceId)).length === 0);
    expect(await processesMarked(mark)).toBe(0);
  }, 120_000);

  test('of a program that writes for five seconds, which uses at most 10 MiB of the disk', async () => {
    const { engine, docker, instanceId } = fixture();
    const root = await rootOf(docker);
    const flood = run(engine, {
      code: 'yes & yes >&2 & yes > /tmp/x & yes > /work/y; wait',
      timeoutMs: 5000,
      memoryMb: 512,
    });
    // Docker lists a container that it still creates, and answers 404 to its inspection.
    await until(async () => (await containersOf(docker, instanceId))[0]?.State === 'running');
    const [container] = await containersOf(docker, instanceId);
    const seen = await docker.getContainer(container?.Id ?? '').inspect();
    const upper = (seen.GraphDriver?.Data as unknown as { UpperDir?: string } | undefined)?.UpperDir;
    const folders = [join(root, 'containers', seen.Id), ...(upper === undefined ? [] : [upper])];
    expect(seen.LogPath).toBe('');
    expect(existsSync(folders[0] ?? '')).toBe(await isHere(docker));
    let max = 0;
    const measuring = setInterval(() => {
      void Promise.all(folders.map(sizeOf)).then((sizes) => {
        max = Math.max(max, sizes[0] ?? 0, (sizes[0] ?? 0) + (sizes[1] ?? 0));
      });
    }, 500);
    expect((await flood).status).toBe('timed_out');
    clearInterval(measuring);
    expect(max).toBeLessThanOrEqual(10 * mebibyte);
    await until(async () => (await containersOf(docker, instanceId)).length === 0);
    await until(() => folders.every((folder) => !existsSync(folder)));
  }, 60_000);
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      lstat(join(folder, name)).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
