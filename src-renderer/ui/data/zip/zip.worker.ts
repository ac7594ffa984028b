import { createArchiveWriter } from './archive-writer.ts';
import type { ZipTask } from './zip-task.ts';

/** Runs in a worker because compression takes longer than a frame. A worker makes one archive. */
const answer = createArchiveWriter();

self.onmessage = ({ data }: MessageEvent<ZipTask>) => {
  self.postMessage(answer(data));
};
