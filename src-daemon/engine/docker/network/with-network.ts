import type { RunPlace, RunRecord } from '../run-job.ts';
import type { RunTask } from '../run-task.ts';
import type { NameServers } from './name-relay.ts';
import { openRunNetwork, type RunNetwork } from './run-network.ts';

type NetworkPlace = Pick<RunPlace, 'link' | 'log' | 'instanceId' | 'imageId' | 'disposals'> & {
  nameServers: NameServers;
};

/**
 * Runs a task in the network that it asked for, which is none or one of its own.
 * @throws AppError `engine_unavailable` where the network cannot be made safe
 */
export async function withNetwork(
  place: NetworkPlace,
  task: RunTask,
  run: (task: RunTask) => Promise<RunRecord>,
): Promise<RunRecord> {
  if (task.job.network === 'none') return run(task);
  // What is made now is for this run alone.
  task.wait.end();
  const network = await opened(place, task.job.id);
  try {
    return await run({ ...task, networkMode: network.mode });
  } finally {
    untilDone(place, network.dispose());
  }
}

/** A stop waits for a network that is just being opened, so that nothing is made behind its back. */
function opened(place: NetworkPlace, executionId: string): Promise<RunNetwork> {
  const opening = openRunNetwork(place, executionId);
  untilDone(
    place,
    opening.then(
      () => {},
      () => {},
    ),
  );
  return opening;
}

/** Makes a stop of the engine wait for `work`. */
export function untilDone({ disposals }: Pick<RunPlace, 'disposals'>, work: Promise<void>): void {
  const done: Promise<void> = work.finally(() => disposals.delete(done));
  disposals.add(done);
}
