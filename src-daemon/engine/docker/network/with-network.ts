import type { RunPlace, RunRecord } from '../run/run-job.ts';
import type { RunTask } from '../run/run-task.ts';
import type { NameServers } from './name-relay.ts';
import { openRunNetwork } from './run-network.ts';

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
  const network = await place.disposals.add(openRunNetwork(place, task.job.id));
  try {
    return await run({ ...task, networkMode: network.mode });
  } finally {
    void place.disposals.add(network.dispose());
  }
}
