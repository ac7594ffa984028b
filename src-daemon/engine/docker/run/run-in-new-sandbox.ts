import { runInSandbox } from '../../guest/run-in-sandbox.ts';
import type { Run, RunRecord } from '../../run.ts';
import { bootSandbox, type ImageContext } from '../sandbox/boot-sandbox.ts';

/** Runs a program in a new sandbox of an image, without the pool. */
export function runInNewSandbox(context: ImageContext, run: Run): Promise<RunRecord> {
  const { link, imageId, instanceId } = context;
  const { memoryMb, id: executionId } = run.job;
  const spec = { imageId, instanceId, executionId, memoryMb, runtime: link.facts.runtime };
  return runInSandbox(context, run, () => bootSandbox(context, spec));
}
