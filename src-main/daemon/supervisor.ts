import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { base64Bytes } from '../../src-shared/formats/base64.ts';
import type { ShellProofRequest } from '../../src-shared/shell-api.ts';
import { openDaemonConnection } from '../../src-shared-node/daemon-connection.ts';
import { findDaemon, type RunFileLocations } from '../../src-shared-node/find-daemon.ts';
import { isAlive } from '../../src-shared-node/is-alive.mjs';
import { addressOf } from '../../src-shared-node/prove-daemon.ts';
import { ExposedRunFileError, type RunFile } from '../../src-shared-node/run-file.ts';
import { shellProof } from '../../src-shared-node/shell-proof.ts';
import { type DaemonProgram, endDaemon, isComplete, type StartedDaemon, startDaemon } from './daemon-program.ts';
import type { DaemonState } from './daemon-state.ts';
import type { Problem, ProblemCode } from './problem.ts';
import { planRestart } from './restart-plan.ts';
import { compareVersions } from './version-check.ts';

interface SupervisorDeps {
  locations: RunFileLocations;
  /** Returns the program, with the daemon's previous port if it had one, where an open window expects it. */
  program: (port: number | undefined) => DaemonProgram;
  version: string;
  /** Time to wait for the daemon of a development loop to restart before this shell starts its own. */
  othersFirstMs?: number;
  /** Returns the daemon's standard error, for the user. */
  readErrorOutput: () => string;
  onChange: (state: DaemonState) => void;
}

export type Supervisor = ReturnType<typeof createSupervisor>;

const watchEveryMs = 2000;
/** Time limit for a daemon that another program is starting to answer. */
const otherStartMs = 20_000;
const otherPollMs = 250;
/** The daemon exits within 8 s of a stop request. */
const stopLimitMs = 10_000;

/**
 * Supervises a daemon for the window. It uses a running daemon, or starts its own, restarts it after a crash and stops it
 * at the end. A daemon that another program started keeps running.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one state machine, with its steps in their usual order
export function createSupervisor({
  locations,
  program,
  version,
  othersFirstMs = 0,
  readErrorOutput,
  onChange,
}: SupervisorDeps) {
  let state: DaemonState = { kind: 'stopped' };
  let own: StartedDaemon | undefined;
  /** Port of the last running daemon. */
  let running: RunFile | undefined;
  let lastPort: number | undefined;
  let crashedAt: number[] = [];
  /** Number of the current attempt. Callbacks of earlier attempts are ignored. */
  let attempt = 0;

  function become(next: DaemonState): void {
    state = next;
    onChange(next);
  }

  function fail(code: ProblemCode, message: string): void {
    become({ kind: 'failed', problem: { code, message } satisfies Problem });
  }

  async function bringUp(): Promise<void> {
    attempt += 1;
    const mine = attempt;
    become({ kind: 'starting' });
    try {
      const found = (await findDaemon(locations)) ?? (await waitForOther(mine, othersFirstMs));
      if (mine !== attempt) return;
      if (found) return take(found, false);
      await launch(mine);
    } catch (error) {
      if (mine !== attempt) return;
      if (error instanceof ExposedRunFileError) return fail('exposed_run_file', error.message);
      fail('refused', error instanceof Error ? error.message : String(error));
    }
  }

  function take(found: RunFile, isOwn: boolean): void {
    const { pid, port, version: theirs, socketPath } = found;
    const order = compareVersions(theirs, version);
    const message = `It is version ${theirs}, this window ${version}.`;
    if (order > 0) fail('newer_daemon', `${message} Update the app, or stop that daemon and try again.`);
    else if (order < 0) fail('older_daemon', message);
    else if (socketPath === undefined) fail('older_daemon', `${message} It has no socket, which the window needs.`);
    else {
      lastPort = port;
      running = found;
      become({ kind: 'running', url: addressOf(port), pid, isOwn });
      if (!isOwn) void watch(pid, attempt);
    }
  }

  async function launch(mine: number): Promise<void> {
    const what = program(lastPort);
    if (!isComplete(what)) return fail('not_built', `${what.nodePath} or ${what.bundlePath} is missing.`);
    const started = startDaemon(what);
    own = started;
    void started.exited.then(() => onOwnExit(started));
    const line = await started.firstLine;
    if (own !== started || mine !== attempt || line === undefined) return;
    if (line.ready) return takeOwn(started);
    // The daemon exits on its own after this line, which is not a crash.
    own = undefined;
    await started.exited;
    if (mine !== attempt) return;
    if (line.error === 'already_running') {
      const first = await waitForOther(mine, otherStartMs);
      if (mine !== attempt) return;
      return first ? take(first, false) : fail('already_running', readErrorOutput());
    }
    fail(line.error === 'port_taken' ? 'port_taken' : 'refused', readErrorOutput());
  }

  async function takeOwn({ child }: StartedDaemon): Promise<void> {
    const mine = attempt;
    const found = await findDaemon(locations);
    if (mine !== attempt || own?.child !== child) return;
    if (found?.pid === child.pid && found) return take(found, true);
    // A program that does not prove to be our daemon receives no request.
    child.kill('SIGTERM');
    fail('refused', 'The daemon that was started did not prove itself. Try again.');
  }

  /** Waits for the daemon that another program starts. Undefined if there is none. */
  async function waitForOther(mine: number, limitMs: number): Promise<RunFile | undefined> {
    const until = Date.now() + limitMs;
    while (mine === attempt && Date.now() < until) {
      const found = await findDaemon(locations);
      if (found) return found;
      await sleep(otherPollMs);
    }
    return undefined;
  }

  /** A daemon that we did not spawn emits no exit event, so its pid is polled. */
  async function watch(pid: number, mine: number): Promise<void> {
    while (mine === attempt && isAlive(pid)) await sleep(watchEveryMs, undefined, { ref: false });
    if (mine === attempt) await bringUp();
  }

  async function onOwnExit(ended: StartedDaemon): Promise<void> {
    if (own !== ended) return;
    own = undefined;
    if (state.kind === 'failed') return;
    crashedAt = [...crashedAt, Date.now()].slice(-10);
    const delayMs = planRestart(crashedAt);
    if (delayMs === undefined) return fail('crash_loop', readErrorOutput());
    attempt += 1;
    const mine = attempt;
    become({ kind: 'pausing', delayMs });
    await sleep(delayMs);
    if (mine === attempt) await bringUp();
  }

  /** Stops the daemon if this shell started it, and waits for its exit. */
  async function stopOwn(): Promise<void> {
    attempt += 1;
    const ending = own;
    own = undefined;
    if (ending === undefined) return;
    endDaemon(ending);
    const late = setTimeout(() => ending.child.kill('SIGKILL'), stopLimitMs);
    await ending.exited;
    clearTimeout(late);
  }

  return {
    state: () => state,
    /** Answers a challenge of the running daemon. Undefined if there is none. */
    prove: ({ purpose, challenge }: ShellProofRequest): string | undefined => {
      if (state.kind !== 'running' || running === undefined) return undefined;
      const proofKey = base64Bytes(running.proofKey);
      return shellProof({ proofKey, purpose, challenge: base64Bytes(challenge) }).toString('base64');
    },
    /** Opens a connection to the running daemon, for one request. @throws Error if there is none */
    connect: async (): Promise<Agent> => {
      if (state.kind !== 'running' || running === undefined) throw new Error('no daemon runs');
      return openDaemonConnection(running);
    },
    start: bringUp,
    /** Tries again at the user's request, and forgets earlier crashes. */
    retry: async () => {
      crashedAt = [];
      lastPort = undefined;
      await stopOwn();
      await bringUp();
    },
    /** Stops the verified older daemon, regardless of which program started it, and starts this version's daemon. */
    replace: async () => {
      const found = await findDaemon(locations);
      if (found) {
        process.kill(found.pid, 'SIGTERM');
        const until = Date.now() + stopLimitMs;
        while (isAlive(found.pid) && Date.now() < until) await sleep(otherPollMs);
      }
      await bringUp();
    },
    stop: async () => {
      await stopOwn();
      become({ kind: 'stopped' });
    },
  };
}
