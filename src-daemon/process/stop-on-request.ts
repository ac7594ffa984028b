import type { Daemon } from './daemon.ts';

/** A stop that takes longer is cut off; what was acknowledged is on disk anyway. */
const stopLimitMs = 7500;

/** Stops the daemon and exits on SIGTERM, SIGINT or the message `stop` of the parent process. */
export function stopOnRequest(daemon: Pick<Daemon, 'stop' | 'abandon'>): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    // This timer also keeps the process alive: while a stop waits for nothing but timers without a reference, such as
    // those of the engine, Node would exit before the database is closed and the run file is removed.
    setTimeout(() => {
      daemon.abandon();
      process.exit(1);
    }, stopLimitMs);
    await daemon.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Windows has no signal that asks a process to stop: there a parent that has a channel sends a message.
  process.on('message', (message) => {
    if (message === 'stop') void stop();
  });
}
