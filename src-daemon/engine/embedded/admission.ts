import { checkJob } from '../check-job.ts';
import type { AdmittedRun, RunHooks, SandboxJob, SandboxResult } from '../engine.ts';
import type { Language } from '../languages/languages.ts';
import { runInSlot } from '../queue/run-in-slot.ts';
import type { QueueEntry, RunQueue } from '../queue/run-queue.ts';
import type { RunRecord } from '../run.ts';
import type { ChildKind } from './child-command.ts';
import { embeddedLanguages } from './embedded-languages.ts';
import { needsFreshStart } from './encode-job.ts';
import { notStarted, refuseForDocker, refuseNetwork } from './refusals.ts';
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

/** The engine's name in results and in the status. */
export const engineName = 'embedded';
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
    let children: WarmChildren | undefined;
    const makeReady = async () => {
      children = await openChildren();
      return { children, layer: job.layer === undefined ? undefined : layers.require(job.layer) };
    };
    const order = { queue, entry, job, hooks, stopped, makeReady, refill: () => children?.refill() };
    const result = await runInSlot(order, async ({ ready, wait, signal }) => {
      const child = await ready.children.take(kindFor(job, ready.layer), wait);
      return requireStart(await runInChild(child, { job, language }, { ...hooks, signal }));
    });
    const lacksPackages = job.layer !== undefined && !layers.store.owns(job.layer);
    const notices = [...(lacksPackages ? [withoutPackages] : []), ...(result.notices ?? [])];
    return { ...result, engine: engineName, ...(notices.length > 0 && { notices }) };
  }

  return admit;
}

/** @throws AppError `engine_unavailable` if the interpreter did not start */
function requireStart(record: RunRecord): RunRecord {
  const { kind } = record.ending;
  if (record.startedAt === undefined && kind !== 'failed' && kind !== 'cancelled') throw notStarted();
  return record;
}

/** Returns the kind of child for a job. Only Python has layers on this engine. */
function kindFor(job: SandboxJob, layer: string | undefined): ChildKind {
  const interpreter = embeddedLanguages[job.language]?.interpreter ?? 'python';
  return { interpreter, isFresh: needsFreshStart(job), layer: interpreter === 'python' ? layer : undefined };
}
