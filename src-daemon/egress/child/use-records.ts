import type { FromChild } from '../messages.ts';

/** The uses of secrets at hosts, which the daemon records before a value is sent for the first time. */
export interface UseRecords {
  /** Resolves with true when the use is recorded, which is remembered; with false if the daemon could not record it. */
  record(host: string, secret: string): Promise<boolean>;
  /** Takes the daemon's answer. */
  take(use: number, isRecorded: boolean): void;
}

export function createUseRecords(send: (message: FromChild) => void): UseRecords {
  const known = new Map<string, Promise<boolean>>();
  const waiting = new Map<number, (isRecorded: boolean) => void>();
  let lastUse = 0;

  function ask(host: string, secret: string): Promise<boolean> {
    const use = ++lastUse;
    return new Promise((resolve) => {
      waiting.set(use, resolve);
      send({ type: 'use', use, host, secret });
    });
  }

  return {
    record: (host, secret) => {
      const key = JSON.stringify([host, secret]);
      const answer = known.get(key) ?? ask(host, secret);
      known.set(key, answer);
      void answer.then((isRecorded) => !isRecorded && known.delete(key));
      return answer;
    },
    take: (use, isRecorded) => {
      waiting.get(use)?.(isRecorded);
      waiting.delete(use);
    },
  };
}
