import type { AdmittedRun, Engine } from '../engine/engine.ts';
import { installPackages } from '../work/install-packages.ts';
import type { CurrentRun } from './current-run.ts';
import type { PlannedRun } from './plan-run.ts';

/**
 * Installs the packages that a run waits for, if there are any. During the installation the run has no place in the
 * queue, so that it does not hold back runs that can start; its limits of time begin afterwards. The engine gets a
 * cancelled run too, and does not start it.
 * @throws AppError `packages_failed`, and those of `engine.admit`
 */
export async function installBeforeRun(
  engine: Pick<Engine, 'admit'>,
  current: CurrentRun,
  { admitted, planned }: { admitted: AdmittedRun; planned: PlannedRun },
): Promise<AdmittedRun> {
  const { job, packages } = planned;
  if (packages.install === undefined) return admitted;
  admitted.release();
  const { signal } = current.cancellation;
  try {
    await installPackages(packages, { signal, append: current.append });
    if (packages.layer !== undefined) job.layer = packages.layer;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (job.queueLimit !== undefined) job.queueLimit = { ...job.queueLimit, since: performance.now() };
  return engine.admit(job);
}
