import { answerFindTask, type FindTask } from './find-task.ts';

/** Runs in a worker, because a regular expression of the user can take forever. */
self.onmessage = ({ data }: MessageEvent<FindTask>) => {
  self.postMessage(answerFindTask(data));
};
