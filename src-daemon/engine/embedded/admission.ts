import { checkJob } from '../check-job.ts';
import type { AdmittedRun, RunHooks, SandboxJob, SandboxResult } from '../engine.ts';
import type { Language } from '../languages/languages.ts';
import type { QueueEntry, RunQueue } from '../queue/run-queue.ts';
import type { ChildKind } from './child-command.ts';
import { cancelledResult, resultOf } from './child-result.ts';
import { embeddedLanguages } from './embedded-languages.ts';
import { needsFreshStart } from './encode-job.ts';
import { refuseForDocker, refuseNetwork } from './refusals.ts';
import { runInChild } from './run-in-child.ts';
import type { RunLayers } from './run-layers.ts';
import type { WarmChildren } from './warm-children.ts';

interface RunDeps {
  queue: RunQueue;
  stopped: AbortSignal;
  /** Resolves when children can be started. */
  openChildren: () => Promise<WarmChildren>;
  layers: RunLayers;
  /** @throws AppError `engine_unavailable` if the engine cannot be used */
  requireUsable: () => void;
}

/** An accepted job. */
interface Admitted {
  job: SandboxJob;
  language: Language;
  entry: QueueEntry;
}

/** Memory of a child in addition to the program's memory. */
const childMb = 96;
const withoutPackages =
  'The packages of this list are installed for Docker, which does not answer: this run had only the standard library.';

/** Creates the function that admits a job. Each job runs in a child of its own. */
export function createAdmission({ queue, stopped, openChildren, layers, requireUsable }: RunDeps) {
  function admit(job: SandboxJob): AdmittedRun {
    const language = checkJob(job);
    stopped.throwIfAborted();
    refuseForDocker(job.language, job.memoryMb);
    refuseNetwork(job);
    requireUsable();
    const entry = queue.admit({ ...job, memoryMb: job.memoryMb + childMb });
    return { run: (hooks) => run({ job, language, entry }, hooks), release: entry.leave };
  }

  async function run({ job, language, entry }: Admitted, hooks: RunHooks): Promise<SandboxResult> {
    const signal = AbortSignal.any([hooks.signal, stopped]);
    const wait = queue.startWait(job, signal);
    let children: WarmChildren | undefined;
    try {
      await entry.waitForSlot(wait.signal);
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
      entry.leave();
      // After the answer: a child that boots would take processor time from it.
      setImmediate(() => children?.refill());
    }
  }

  return admit;
}

/** Returns the kind of child for a job. Only Python has layers on this engine. */
function kindFor(job: SandboxJob, layer: string | undefined): ChildKind {
  const interpreter = embeddedLanguages[job.language]?.interpreter ?? 'python';
  return { interpreter, isFresh: needsFreshStart(job), layer: interpreter === 'python' ? layer : undefined };
}
