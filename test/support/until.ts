import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 25;
/** After this time the wait names itself, because a test that times out does not say what it waited for. */
const noticeMs = 20_000;

/** Asks again until the answer is yes. It gives up with the time limit of the test. */
export async function until(question: () => boolean | Promise<boolean>): Promise<void> {
  const { stack } = new Error(`A test has waited for ${noticeMs / 1000} s`);
  const notice = setTimeout(() => process.stderr.write(`${stack}\n`), noticeMs);
  try {
    while (!(await question())) await sleep(pauseMs);
  } finally {
    clearTimeout(notice);
  }
}
