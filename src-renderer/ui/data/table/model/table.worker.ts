import { createHeldTable } from './held-table.ts';
import type { TableTask } from './table-task.ts';

/** Runs in a worker because reading and sorting take longer than a frame. */
const answer = createHeldTable();

self.onmessage = ({ data }: MessageEvent<TableTask>) => {
  self.postMessage(answer(data));
};
