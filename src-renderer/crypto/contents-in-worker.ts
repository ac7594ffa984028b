import ContentsWorker from './contents.worker.ts?worker&inline';
import type { ContentsAnswer, ContentsHit, ContentsTask } from './contents-task.ts';

/** Decrypted scripts that are searched in a worker. */
export interface ContentsIndex {
  /** Decrypts a script and keeps it; returns why it is not searched, or undefined. */
  add(script: Omit<Extract<ContentsTask, { kind: 'add' }>, 'kind'>): Promise<'wrong-password' | 'full' | undefined>;
  find(text: string): Promise<readonly ContentsHit[]>;
  /** Drops all scripts and keys. */
  close(): void;
}

/** Starts a worker for the search in contents. It answers one task after the other. */
export function openContentsIndex(): ContentsIndex {
  const worker = new ContentsWorker();
  let last: Promise<unknown> = Promise.resolve();
  const ask = (task: ContentsTask): Promise<ContentsAnswer> => {
    const answer = last.then(
      () =>
        new Promise<ContentsAnswer>((resolve) => {
          worker.onmessage = ({ data }: MessageEvent<ContentsAnswer>) => resolve(data);
          worker.onerror = () => resolve({ kind: 'not-added', reason: 'wrong-password' });
          worker.postMessage(task);
        }),
    );
    last = answer;
    return answer;
  };
  return {
    add: async (script) => {
      const answer = await ask({ kind: 'add', ...script });
      return answer.kind === 'not-added' ? answer.reason : undefined;
    },
    find: async (text) => {
      const answer = await ask({ kind: 'find', text });
      return answer.kind === 'found' ? answer.hits : [];
    },
    close: () => worker.terminate(),
  };
}
