import { Suspense } from 'react';
import { asApiError } from '../../client/api-error.ts';
import type { DraftStatus } from '../../client/drafts/draft-status.ts';
import { adoptOtherDraft, keepOwnDraft, useDrafts } from '../../client/drafts/drafts.ts';
import { isUnreachable } from '../../client/follow-stream.ts';
import { classes } from '../classes.ts';
import { Button } from '../controls/button.tsx';
import { showToast } from '../overlays/toasts.ts';
import { lazyComponent } from '../page/lazy-part.ts';

const CompareDrafts = lazyComponent(() => import('./compare-drafts.tsx'), 'CompareDrafts');

interface DraftMarkProps {
  /** The ids of the drafts; the most severe status is shown. */
  ids: readonly string[];
  /** Shows a draft without a problem to screen readers only, if the container is narrow. */
  isBrief?: boolean;
  /** Shows the text of another window, which the user chose. */
  onTaken(id: string, text: string | undefined): void;
}

const order = ['conflict', 'unsaved', 'saving', 'saved'] as const;

/** Shows whether the draft is saved, and lets the user choose a version when two windows changed it. */
export function DraftMark({ ids, isBrief = false, onTaken }: DraftMarkProps) {
  const statuses = useDrafts((state) => state.statuses);
  const found = ids.flatMap((id) => (statuses[id] ? [{ id, ...statuses[id] }] : []));
  const worst = order.flatMap((state) => found.filter((status) => status.state === state))[0];
  const isTrouble = worst?.state === 'conflict' || worst?.state === 'unsaved';
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 text-xs">
      {/* Announced only for a problem, because drafts are saved continuously. */}
      <p
        role={isTrouble ? 'alert' : undefined}
        className={classes(isTrouble ? 'text-warn' : 'text-muted', isBrief && !isTrouble && 'sr-only @lg:not-sr-only')}
      >
        {worst && statusText(worst)}
      </p>
      {worst?.state === 'conflict' && <Choice id={worst.id} onTaken={onTaken} />}
    </div>
  );
}

function Choice({ id, onTaken }: { id: string; onTaken: DraftMarkProps['onTaken'] }) {
  const choose = (work: Promise<unknown>) => {
    work.catch((error: unknown) => showToast(asApiError(error).message, 'danger'));
  };
  return (
    <>
      <Suspense>
        <CompareDrafts id={id} />
      </Suspense>
      <Button onClick={() => choose(keepOwnDraft(id))}>Keep this draft</Button>
      <Button onClick={() => choose(adoptOtherDraft(id).then((text) => onTaken(id, text)))}>Use the other draft</Button>
    </>
  );
}

function statusText({ state, problem }: DraftStatus): string {
  if (state === 'conflict') return 'Another window saved a different draft.';
  if (state === 'saving') return 'Saving draft';
  if (state === 'saved') return 'Draft saved';
  if (isUnreachable(problem)) return 'Not saved: the daemon does not answer';
  return `Not saved: ${problem?.message ?? 'the daemon refused the draft'}`;
}
