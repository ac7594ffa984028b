import { setImmediate } from 'node:timers/promises';
import { acknowledge, converse } from '../../guest/converse.ts';
import type { Run, RunRecord } from '../../run.ts';
import { type BootedSandbox, bootSandbox, type ImageContext } from '../sandbox/boot-sandbox.ts';

/**
 * Runs a program in the container that `take` returns, which nothing else ever uses, and removes it. Takes another one,
 * once, if the first exited while it waited for its job: no part of the program has run then.
 */
export async function runInSandbox(
  { disposals }: Pick<ImageContext, 'disposals'>,
  run: Run,
  take: () => Promise<BootedSandbox>,
): Promise<RunRecord> {
  for (let isFirst = true; ; isFirst = false) {
    const container = await take();
    try {
      const record = await converse(container, run);
      const isUnused = record.ending.kind === 'died' && record.startedAt === undefined;
      if (!isUnused || !isFirst) return record;
    } finally {
      // The answer is sent first: the removal of the container would take processor time from it.
      void disposals.add(setImmediate().then(() => end(container)));
    }
  }
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
