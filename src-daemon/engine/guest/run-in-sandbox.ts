import { setImmediate } from 'node:timers/promises';
import type { Disposals } from '../disposals.ts';
import type { Run, RunRecord } from '../run.ts';
import { acknowledge, converse, type ReadySandbox } from './converse.ts';

/** A sandbox for one run. */
export interface SingleSandbox extends ReadySandbox {
  /** Kills all processes and removes the sandbox. */
  dispose(): Promise<void>;
}

export interface TakenSandboxes {
  disposals: Disposals;
  /** Limit of the sandboxes that are taken for one run; 2 by default. */
  maxTaken?: number;
}

/**
 * Runs a program in the sandbox that `take` returns, which nothing else ever uses, and removes it. Takes another one if
 * the sandbox exited while it waited for its job: no part of the program has run then.
 */
export async function runInSandbox(
  { disposals, maxTaken = 2 }: TakenSandboxes,
  run: Run,
  take: () => Promise<SingleSandbox>,
): Promise<RunRecord> {
  for (let taken = 1; ; taken++) {
    const sandbox = await take();
    try {
      const record = await converse(sandbox, run);
      const isUnused = record.ending.kind === 'died' && record.startedAt === undefined;
      if (!isUnused || taken >= maxTaken) return record;
    } finally {
      // The answer is sent first: the removal of the sandbox would take processor time from it.
      void disposals.add(setImmediate().then(() => end(sandbox)));
    }
  }
}

function end({ channel, dispose }: SingleSandbox): Promise<void> {
  acknowledge(channel);
  return dispose();
}
