import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 25;
/** After this time the wait prints its stack, because a test that times out does not show where it waited. */
const noticeMs = 20_000;

/** Polls a condition until it is true. Only the time limit of the test ends the wait earlier. */
export async function until(question: () => boolean | Promise<boolean>): Promise<void> {
  const { stack } = new Error(`A test has waited for ${noticeMs / 1000} s`);
  const notice = setTimeout(() => process.stderr.write(`${stack}\n`), noticeMs);
  try {
    while (!(await question())) await sleep(pauseMs);
  } finally {
    clearTimeout(notice);
  }
}
