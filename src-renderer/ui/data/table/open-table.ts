import type { Arrangement } from './model/arrange-rows.ts';
import TableWorker from './model/table.worker.ts?worker&inline';
import type { CellBlock, CellRange, TableAnswer, TableFacts, TableFormat, TableTask } from './model/table-task.ts';

/** A table in its own worker. Close it to free its memory. */
export interface OpenTable {
  facts: TableFacts;
  /** The first cells in the order of the file. */
  first: CellBlock;
  /** Sorts and filters; returns the number of rows that are left. */
  arrange(arrangement: Arrangement): Promise<number>;
  block(range: CellRange): Promise<CellBlock>;
  /** Returns the cells as tab-separated values; undefined if they are too many to copy. */
  copy(range: CellRange): Promise<string | undefined>;
  /** Returns the text of one cell. */
  cell(row: number, column: number): Promise<string>;
  close(): void;
}

/** Reads a table in a worker. Returns the reason if the file is no table. */
export async function openTable(bytes: Uint8Array<ArrayBuffer>, format: TableFormat): Promise<OpenTable | string> {
  const { ask, close } = startWorker();
  const opened = await ask({ kind: 'open', bytes, format });
  if (opened.kind !== 'opened') {
    close();
    return opened.kind === 'no-table' ? opened.reason : failure;
  }
  const textOf = async (task: TableTask) => {
    const answer = await ask(task);
    return answer.kind === 'text' ? answer.text : undefined;
  };
  return {
    facts: opened.facts,
    first: opened.first,
    arrange: async (arrangement) => {
      const answer = await ask({ kind: 'arrange', arrangement });
      return answer.kind === 'arranged' ? answer.count : 0;
    },
    block: async (range) => {
      const answer = await ask({ kind: 'block', range });
      return answer.kind === 'block' ? answer.block : { numbers: [], rows: [] };
    },
    copy: (range) => textOf({ kind: 'copy', range }),
    cell: async (row, column) => (await textOf({ kind: 'cell', row, column })) ?? '',
    close,
  };
}

/** It starts while the first file is loaded, and takes the first table. */
let started: Worker | undefined = new TableWorker();

const failure = 'The table could not be read in this window.';

/** The worker answers in the order of the tasks. */
function startWorker() {
  const worker = started ?? new TableWorker();
  started = undefined;
  const waiting: ((answer: TableAnswer) => void)[] = [];
  worker.onmessage = ({ data }: MessageEvent<TableAnswer>) => waiting.shift()?.(data);
  let hasFailed = false;
  worker.onerror = (event) => {
    event.preventDefault();
    hasFailed = true;
    worker.terminate();
    for (const resolve of waiting.splice(0)) resolve({ kind: 'no-table', reason: failure });
  };
  return {
    ask: (task: TableTask) =>
      new Promise<TableAnswer>((resolve) => {
        if (hasFailed) return resolve({ kind: 'no-table', reason: failure });
        waiting.push(resolve);
        worker.postMessage(task);
      }),
    close: () => worker.terminate(),
  };
}
