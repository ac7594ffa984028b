import type { RunEnd } from '../../src-shared/shell-api.ts';
import { isNoteworthy, type RunNotice, runNotice } from './run-notice.ts';

/** Runs that end within this time share a notification. */
const togetherMs = 1500;
const maxWaiting = 1000;

interface RunNoticesDeps {
  /** True while the user sees the window. */
  isWatched: () => boolean;
  isOn: () => boolean;
  show: (notice: RunNotice) => void;
}

/** Notifies the user of ended runs while the window is not in front. */
export function createRunNotices({ isWatched, isOn, show }: RunNoticesDeps) {
  let waiting: readonly RunEnd[] = [];
  let timer: NodeJS.Timeout | undefined;

  function showWaiting(): void {
    const notice = runNotice(waiting);
    clear();
    // The user may have come back in the meantime.
    if (notice !== undefined && isOn() && !isWatched()) show(notice);
  }

  function clear(): void {
    clearTimeout(timer);
    timer = undefined;
    waiting = [];
  }

  return {
    take: (run: RunEnd): void => {
      if (!isOn() || isWatched() || !isNoteworthy(run) || waiting.length >= maxWaiting) return;
      waiting = [...waiting, run];
      timer ??= setTimeout(showWaiting, togetherMs);
    },
    /** Forgets the runs that were not shown yet. */
    clear,
  };
}
