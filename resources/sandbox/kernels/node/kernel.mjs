// The kernel of JavaScript and TypeScript: `node kernel.mjs javascript` or `typescript`. KERNELS.md describes its messages.
// Node needs --no-force-async-hooks-checks: an interrupt ends a callback before Node's own code after it runs, and
// Node aborts the process if it finds a trace of that.
import { startInbox } from './inbox.mjs';

// The thread of the inbox boots at the same time as this one.
const inbox = startInbox();
const { createKernel } = await import('./operations.mjs');

const language = process.argv[2] === 'typescript' ? 'typescript' : 'javascript';
process.argv = process.argv.slice(0, 1);

const kernel = createKernel({ language, inbox });
if (process.env.STRONGROOM_WARM !== undefined) {
  const { takeContext } = await import('./start-ahead.mjs');
  await kernel.prepare();
  await inbox.booted;
  takeContext();
}
inbox.open(kernel.receive);
kernel.ready();
