/** A process whose stop waits for nothing but a timer without a reference, for stop-on-request.test.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { stopOnRequest } from '../../../src-daemon/process/stop-on-request.ts';

const server = setInterval(() => {}, 1000);
stopOnRequest({
  stop: async () => {
    clearInterval(server);
    await sleep(300, undefined, { ref: false });
    process.stdout.write('stopped\n');
  },
  abandon: () => process.stdout.write('abandoned\n'),
});
process.stdout.write('ready\n');
