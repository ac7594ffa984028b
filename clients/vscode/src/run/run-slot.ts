import type { Editor } from '../editor/editor.ts';
import { CommandFailure } from '../failure.ts';

export type RunSlot = ReturnType<typeof createRunSlot>;

/** Allows one run at a time, because there is one output panel. */
export function createRunSlot(editor: Editor) {
  let current: AbortController | undefined;

  return {
    cancel: (): void => current?.abort(),

    /** Starts `work` with progress; its signal is aborted when the user cancels. @throws CommandFailure if a run is in progress */
    async run(title: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
      if (current !== undefined)
        throw new CommandFailure('A program is running. Cancel it, or wait until it ends.', [{ command: 'cancelRun' }]);
      const cancelled = new AbortController();
      current = cancelled;
      editor.setRunning(true);
      try {
        await editor.withProgress(title, (signal) => work(AbortSignal.any([signal, cancelled.signal])));
      } finally {
        current = undefined;
        editor.setRunning(false);
      }
    },
  };
}
