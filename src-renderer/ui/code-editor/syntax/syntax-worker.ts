import { loadPart } from '../../../client/load-part.ts';
import type { SyntaxAnswer, SyntaxProblem, SyntaxTask } from './syntax-problem.ts';

/** A check that takes longer is ended; 10,000 lines take less than half a second. */
const limitMs = 10_000;

/** Checks code in a worker, which lives as long as its editor. */
export interface SyntaxWorker {
  /** Checks code, after the check before it has ended. Returns undefined if the parser could not check it. */
  check(task: SyntaxTask): Promise<SyntaxProblem[] | undefined>;
  /** Terminates the worker with the code in it. */
  stop(): void;
}

/** Starts the worker of a language with the first check. */
export function createSyntaxWorker(language: string): SyntaxWorker {
  let worker: Worker | undefined;
  let isStopped = false;
  let last: Promise<unknown> = Promise.resolve();

  function drop(): void {
    worker?.terminate();
    worker = undefined;
  }

  async function answer(task: SyntaxTask): Promise<SyntaxProblem[] | undefined> {
    worker ??= await start(language);
    if (isStopped) return void drop();
    const answered = await ask(worker, task);
    if ('problems' in answered) return answered.problems;
    return void drop();
  }

  return {
    check: (task) => {
      const checked = last.then(() => (isStopped ? undefined : answer(task)));
      last = checked.catch(() => undefined);
      return checked;
    },
    stop: () => {
      isStopped = true;
      drop();
    },
  };
}

/** The parsers are loaded with the first check. */
async function start(language: string): Promise<Worker> {
  if (language === 'python') return (await loadPart(() => import('./start-python.ts'))).startPython();
  return (await loadPart(() => import('./start-javascript.ts'))).startJavaScript();
}

function ask(worker: Worker, task: SyntaxTask): Promise<SyntaxAnswer> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish({ failed: true }), limitMs);
    const finish = (answer: SyntaxAnswer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    worker.onmessage = ({ data }: MessageEvent<SyntaxAnswer>) => finish(data);
    worker.onerror = () => finish({ failed: true });
    worker.postMessage(task);
  });
}
