import { setImmediate } from 'node:timers/promises';
import { acknowledge, converse } from '../../guest/converse.ts';
import type { Run, RunRecord } from '../../guest/run.ts';
import { type BootedSandbox, bootSandbox, type ImageContext } from '../sandbox/boot-sandbox.ts';

/** Runs a program in a sandbox that nothing else ever uses. `take` returns the sandbox. */
export async function runInSandbox(
  context: Pick<ImageContext, 'disposals'>,
  run: Run,
  take: () => Promise<BootedSandbox>,
): Promise<RunRecord> {
  const runOnce = async () => {
    const sandbox = await take();
    try {
      return await converse(sandbox, run);
    } finally {
      // The answer is sent first: the removal of the container would take processor time from it.
      void context.disposals.add(setImmediate().then(() => end(sandbox)));
    }
  };
  const record = await runOnce();
  // The sandbox exited while it waited for its job, so no part of the program has run.
  if (record.ending.kind === 'died' && record.startedAt === undefined) return runOnce();
  return record;
}

function end({ channel, dispose }: BootedSandbox): Promise<void> {
  acknowledge(channel);
  return dispose();
}

/** Runs a program in a new sandbox of an image, without the pool. */
export function runInNewSandbox(context: ImageContext, run: Run): Promise<RunRecord> {
  const { link, imageId, instanceId } = context;
  const { memoryMb, id: executionId } = run.job;
  const spec = { imageId, instanceId, executionId, memoryMb, runtime: link.facts.runtime };
  return runInSandbox(context, run, () => bootSandbox(context, spec));
}
