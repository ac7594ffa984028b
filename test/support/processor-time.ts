/**
 * Runs work and returns the processor time that this process used for it, in ms. Unlike the elapsed time, it does not depend
 * on other processes of the machine, so a test may have a limit for it.
 */
export function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
