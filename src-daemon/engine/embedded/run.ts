import type { RunHooks, SandboxJob } from '../engine.ts';
import type { RunRecord } from '../run.ts';
import type { CheckedJob, Runner, RunSlot } from '../runner.ts';
import type { ChildKind } from './child-command.ts';
import { embeddedLanguages } from './embedded-languages.ts';
import { needsFreshStart } from './encode-job.ts';
import { notStarted, refuseForDocker, refuseNetwork } from './refusals.ts';
import { runInChild } from './run-in-child.ts';
import type { RunLayers } from './run-layers.ts';
import type { WarmChildren } from './warm-children.ts';

interface RunDeps {
  /** Resolves when children can be started. */
  openChildren: () => Promise<WarmChildren>;
  layers: RunLayers;
  /** @throws AppError `engine_unavailable` if the engine cannot be used */
  requireUsable: () => void;
}

/** The engine's name in results and in the status. */
export const engineName = 'embedded';
/** Memory of a child in addition to the program's memory. */
const childMb = 96;
const withoutPackages =
  'The packages of this list are installed for Docker, which does not answer: this run had only the standard library.';

/** Creates the functions that check a job and run it. Each job runs in a child of its own. */
export function createEmbeddedRuns({
  openChildren,
  layers,
  requireUsable,
}: RunDeps): Pick<Runner, 'check' | 'run' | 'noticesOf'> {
  function check({ job }: CheckedJob): number {
    refuseForDocker(job.language, job.memoryMb);
    refuseNetwork(job);
    requireUsable();
    return job.memoryMb + childMb;
  }

  async function run({ job, language }: CheckedJob, hooks: RunHooks, slot: RunSlot): Promise<RunRecord> {
    const children = await openChildren();
    const layer = job.layer === undefined ? undefined : layers.require(job.layer);
    slot.leaveQueue();
    const child = await children.take(kindFor(job, layer), slot.wait);
    return requireStart(await runInChild(child, { job, language }, hooks));
  }

  function noticesOf({ layer }: SandboxJob): string[] {
    return layer !== undefined && !layers.store.owns(layer) ? [withoutPackages] : [];
  }

  return { check, run, noticesOf };
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
