import FindWorker from './find.worker.ts?worker&inline';
import type { FindAnswer, FindTask } from './find-task.ts';

/** A search that takes longer is ended; 10,000 lines take a few milliseconds. */
const limitMs = 2000;

/** Searches in a worker. One search runs at a time: the next one ends it. */
export interface Finder {
  /** Returns `too-slow` after two seconds, and `superseded` if another task came first. */
  ask(task: FindTask): Promise<FindAnswer | 'too-slow' | 'superseded'>;
  stop(): void;
}

export function createFinder(): Finder {
  let worker: Worker | undefined;
  let breakOff: ((reason: 'too-slow' | 'superseded') => void) | undefined;

  function ask(task: FindTask): Promise<FindAnswer | 'too-slow' | 'superseded'> {
    breakOff?.('superseded');
    worker ??= new FindWorker();
    const used = worker;
    return new Promise((resolve) => {
      const finish = (answer: FindAnswer | 'too-slow' | 'superseded') => {
        clearTimeout(timer);
        breakOff = undefined;
        resolve(answer);
      };
      breakOff = (reason) => {
        // A running expression cannot be stopped otherwise.
        used.terminate();
        worker = undefined;
        finish(reason);
      };
      const timer = setTimeout(() => breakOff?.('too-slow'), limitMs);
      used.onmessage = ({ data }: MessageEvent<FindAnswer>) => finish(data);
      used.onerror = () => breakOff?.('too-slow');
      used.postMessage(task);
    });
  }

  function stop(): void {
    breakOff?.('superseded');
    worker?.terminate();
    worker = undefined;
  }

  return { ask, stop };
}
