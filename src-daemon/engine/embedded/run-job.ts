import type { Admission, RunHooks, SandboxJob, SandboxResult } from '../engine.ts';
import { checkJob } from '../queue/check-job.ts';
import type { RunQueue } from '../queue/run-queue.ts';
import type { ChildKind } from './child-command.ts';
import { cancelledResult, resultOf } from './child-result.ts';
import { embeddedLanguages } from './embedded-languages.ts';
import { needsFreshStart } from './encode-job.ts';
import type { LayersAtHand } from './layers-at-hand.ts';
import { refuseForDocker, refuseNetwork } from './refusals.ts';
import { runInChild } from './run-in-child.ts';
import type { WarmChildren } from './warm-children.ts';

interface RunDeps {
  queue: RunQueue;
  stopped: AbortSignal;
  /** Resolves when children can be started. */
  openChildren: () => Promise<WarmChildren>;
  layers: LayersAtHand;
}

/** What a child takes besides the program's own memory. */
const childMb = 96;
const withoutPackages =
  'The packages of this list are installed for Docker, which does not answer: this run had only the standard library.';

/** Runs jobs, each in a child of its own. */
export function createRun({ queue, stopped, openChildren, layers }: RunDeps) {
  return async (job: SandboxJob, hooks: RunHooks): Promise<SandboxResult> => {
    const language = checkJob(job);
    refuseForDocker(job.language, job.memoryMb);
    refuseNetwork(job);
    const signal = AbortSignal.any([hooks.signal, stopped]);
    const wait = queue.startWait(job, signal);
    let leave: (() => void) | undefined;
    let children: WarmChildren | undefined;
    try {
      leave = await queue.enter({ ...job, memoryMb: memoryOf(job), signal: wait.signal });
      children = await openChildren();
      const times = { queuedMs: wait.elapsedMs(), leftQueueAt: performance.now() };
      const layer = job.layer === undefined ? undefined : layers.require(job.layer);
      hooks.onStarted?.();
      const child = await children.take(kindFor(job, layer), wait);
      const result = resultOf(await runInChild(child, { job, language }, { ...hooks, signal }), times, job);
      return job.layer !== undefined && layer === undefined ? { ...result, notices: [withoutPackages] } : result;
    } catch (error) {
      if (signal.aborted && error === signal.reason) return cancelledResult(wait.elapsedMs());
      throw error;
    } finally {
      wait.end();
      leave?.();
      // After the answer: a child that boots would take the processors from it.
      setImmediate(() => children?.refill());
    }
  };
}

/** What a run takes of the memory that all runs share, MiB. */
export function memoryOf({ memoryMb = 0 }: Pick<Admission, 'memoryMb'>): number {
  return memoryMb + childMb;
}

/** Layers of this engine are Python's. */
function kindFor(job: SandboxJob, layer: string | undefined): ChildKind {
  const interpreter = embeddedLanguages[job.language]?.interpreter ?? 'python';
  return { interpreter, isFresh: needsFreshStart(job), layer: interpreter === 'python' ? layer : undefined };
}
