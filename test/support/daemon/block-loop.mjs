/**
 * For `node --import`: on SIGUSR2 this process says `blocking` on stderr and blocks its event loop for good. The product
 * has nothing like it.
 */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) process.on('SIGUSR2', blockTheLoop);

function blockTheLoop() {
  writeSync(2, 'blocking\n');
  for (;;);
}
