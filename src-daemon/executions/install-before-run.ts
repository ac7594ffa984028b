import type { AdmittedRun, Engine } from '../engine/engine.ts';
import type { LiveRun } from './live-run.ts';
import type { PlannedRun } from './plan-run.ts';

/**
 * Installs the packages that a run waits for, if there are any. Meanwhile the run has no place in the queue, so that it does
 * not hold back runs that can start; its limits of time begin afterwards. A run that is cancelled goes on to the engine,
 * which does not start it.
 * @throws AppError `packages_failed`, and those of `engine.admit`
 */
export async function installBeforeRun(
  engine: Pick<Engine, 'admit'>,
  live: LiveRun,
  { admitted, planned }: { admitted: AdmittedRun; planned: PlannedRun },
): Promise<AdmittedRun> {
  const { job, packages } = planned;
  if (packages.install === undefined) return admitted;
  admitted.release();
  live.append({ event: 'installing', data: { packages: packages.install.labels } });
  const { signal } = live.cancellation;
  const onLine = (text: string) => live.append({ event: 'install_log', data: { text } });
  try {
    const { layer, own } = await packages.install.run({ signal, onLine });
    job.layer = layer;
    packages.own = own;
    live.append({ event: 'installed', data: { packages: own } });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (job.queueLimit !== undefined) job.queueLimit = { ...job.queueLimit, since: performance.now() };
  return engine.admit(job);
}
