import childProcess from 'node:child_process';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { interruptPrograms, programsOf } from './program-table.mjs';
import { currentOwner } from './timers.mjs';

const { ChildProcess } = childProcess;

/** Code of an interrupted cell has tried to start a program. The promise that it rejects belongs to no cell any more. */
export class InterruptedCellError extends Error {
  constructor() {
    super('The cell was interrupted, so it starts no more programs.');
  }
}

/**
 * Programs and threads of a cell.
 * @typedef {{ children: Set<ChildProcess>, workers: Set<Worker> }} Started
 */

/**
 * Follows the programs and threads that cells start, so that those of an interrupted cell end with it. A program of an
 * earlier cell runs on, and so does one that the cell no longer waits for (`unref`).
 * @param {import('./program-table.mjs').ProgramTable} table
 */
export function followPrograms(table) {
  /** @type {WeakMap<import('./timers.mjs').Owner, Started>} */
  const started = new WeakMap();
  /** @type {WeakSet<ChildProcess | Worker>} */
  const background = new WeakSet();
  followChildren();
  followWorkers();
  return { interrupt };

  /**
   * Ends what an interrupted cell waits for. Its code no longer hears of it: a loop would start the next program.
   * @param {import('./timers.mjs').Owner} owner
   * @returns the programs, some of which may ignore SIGINT
   */
  function interrupt(owner) {
    const { children, workers } = startedBy(owner);
    for (const child of children) if (!background.has(child)) silence(child);
    for (const worker of workers) if (!background.has(worker)) end(worker);
    const programs = programsOf(table, owner.number);
    interruptPrograms(programs);
    return programs;
  }

  function startedBy(owner) {
    const known = started.get(owner);
    if (known !== undefined) return known;
    const none = { children: new Set(), workers: new Set() };
    started.set(owner, none);
    return none;
  }

  function followChildren() {
    const { spawn, ref, unref } = ChildProcess.prototype;
    /** All functions of `child_process` that do not block call it. */
    ChildProcess.prototype.spawn = function (options) {
      const owner = currentOwner();
      if (owner?.isInterrupted) throw new InterruptedCellError();
      const result = Reflect.apply(spawn, this, [options]);
      if (this.pid !== undefined) follow(this, owner);
      return result;
    };
    ChildProcess.prototype.unref = function () {
      background.add(this);
      if (this.pid !== undefined && this.exitCode === null && this.signalCode === null) table.set(this.pid, 0);
      return Reflect.apply(unref, this, []);
    };
    ChildProcess.prototype.ref = function () {
      background.delete(this);
      return Reflect.apply(ref, this, []);
    };
  }

  /**
   * @param {ChildProcess} child
   * @param {import('./timers.mjs').Owner | undefined} owner
   */
  function follow(child, owner) {
    const { pid, _handle: handle } = child;
    table.set(pid, owner?.number ?? 0);
    if (owner !== undefined) startedBy(owner).children.add(child);
    // An event would not do: a cell can remove all listeners.
    const { onexit } = handle;
    handle.onexit = function (...args) {
      table.remove(pid);
      if (owner !== undefined) startedBy(owner).children.delete(child);
      return Reflect.apply(onexit, this, args);
    };
  }

  function followWorkers() {
    const { ref, unref } = Worker.prototype;
    Worker.prototype.unref = function () {
      background.add(this);
      return Reflect.apply(unref, this, []);
    };
    Worker.prototype.ref = function () {
      background.delete(this);
      return Reflect.apply(ref, this, []);
    };
    process.on('worker', (worker) => {
      const owner = currentOwner();
      if (owner === undefined) return;
      if (owner.isInterrupted) {
        end(worker);
        return;
      }
      const { workers } = startedBy(owner);
      workers.add(worker);
      worker.once('exit', () => workers.delete(worker));
    });
  }
}

/**
 * Delivers no more events of a program: listeners of the interrupted cell would continue its code.
 * @param {ChildProcess} child
 */
function silence(child) {
  for (const emitter of [child, ...(child.stdio ?? [])]) if (emitter) emitter.emit = () => false;
  for (const stream of child.stdio ?? []) stream?.destroy();
}

/** @param {Worker} worker */
function end(worker) {
  worker.emit = () => false;
  worker.terminate().catch(() => {});
}
