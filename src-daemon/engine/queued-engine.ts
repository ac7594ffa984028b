import { setMaxListeners } from 'node:events';
import { shuttingDown } from '../errors/repeated-errors.ts';
import { checkJob } from './check-job.ts';
import type { AdmittedRun, Engine, SandboxJob } from './engine.ts';
import { type EngineChoice, runInSlot } from './queue/run-in-slot.ts';
import { createRunQueue, firstLimits, type QueueFront } from './queue/run-queue.ts';
import type { MakeRunner, Runner } from './runner.ts';

/** Limit of the waiting runs of one account while no other account waits. */
const waitingCap = 100;

export interface OwnedFront extends QueueFront {
  /** Cancels all runs, and refuses further ones. */
  stop(): void;
}

/** Creates the one queue of a daemon, which is above its engines. */
export function createFront(): OwnedFront {
  const stopped = new AbortController();
  setMaxListeners(0, stopped.signal);
  const queue = createRunQueue({ ...firstLimits, waiting: waitingCap });
  return { queue, stopped: stopped.signal, stop: () => stopped.abort(shuttingDown()) };
}

/** Creates the functions that admit jobs to a queue, once each, and run them at the engine of a choice. */
export function createRuns(front: QueueFront & { choice: EngineChoice }): Pick<Engine, 'admit' | 'run'> {
  const { queue, stopped, choice } = front;

  function admit(job: SandboxJob): AdmittedRun {
    const language = checkJob(job);
    stopped.throwIfAborted();
    const runner = choice.pick(job);
    const entry = queue.admit({ ...job, memoryMb: runner.check({ job, language }) });
    return { run: (hooks) => runInSlot(front, { job, language, runner, entry }, hooks), release: entry.leave };
  }

  return { admit, run: async (job, hooks) => admit(job).run(hooks) };
}

/** Returns the choice of the only engine. */
export function onlyChoice(runner: Runner): EngineChoice {
  return { pick: () => runner, settled: async () => {}, substituteFor: () => undefined };
}

/** Creates an engine with a queue of its own. */
export function createQueuedEngine<R extends Runner>(makeRunner: MakeRunner<R>): Omit<R, 'run'> & Engine {
  const front = createFront();
  const runner = makeRunner(front);
  const followLimits = () => front.queue.setLimits(runner.limits());
  followLimits();
  runner.onChange?.(followLimits);
  const stop = () => {
    front.stop();
    return runner.stop();
  };
  return { ...runner, ...createRuns({ ...front, choice: onlyChoice(runner) }), stop };
}
