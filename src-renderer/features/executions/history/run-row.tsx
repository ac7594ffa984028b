import { memo } from 'react';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { useLanguageName } from '../../../client/use-language-name.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { useMedia } from '../../../ui/split/use-media.ts';
import { formatDuration, formatTime } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';
import { runStatuses } from '../run-status.ts';
import { DurationBar } from './duration-bar.tsx';
import { PinMark } from './pin-button.tsx';
import { makerOfRun, nameOfRun } from './run-names.ts';

interface RunRowProps {
  execution: Execution;
  longestMs: number;
  onOpen(id: string): void;
  isSelected: boolean;
  canSelect: boolean;
  onSelect(id: string, isSelected: boolean): void;
}

/** Returns the height of a {@link RunRow}, which has two lines in a window of less than 1000 pixels. */
export const useRunRowHeight = () => (useMedia('(min-width: 1000px)') ? 40 : 56);

/** A run in the list of all runs: a checkbox, and a button that opens the run. */
export const RunRow = memo(function RunRow(props: RunRowProps) {
  const { execution, longestMs, onOpen, isSelected, canSelect, onSelect } = props;
  const name = nameOfRun(execution);
  const { label, tone } = runStatuses[execution.status];
  const { createdAt, language, durationMs, exitCode } = execution;
  const second = 'max-[1000px]:row-start-2 max-[1000px]:text-xs';
  return (
    <div className="flex h-full items-center hover:bg-sunken">
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={isSelected}
        disabled={!canSelect && !isSelected}
        onChange={(event) => onSelect(execution.id, event.target.checked)}
        className="mr-1 ml-4 size-4 shrink-0"
      />
      <button
        type="button"
        onClick={() => onOpen(execution.id)}
        className="group grid h-full min-w-0 flex-1 grid-cols-[7rem_minmax(0,1fr)_9rem] content-center items-center gap-x-3 px-4 text-left text-sm focus-visible:-outline-offset-2 min-[1000px]:grid-cols-[7rem_minmax(8rem,3fr)_minmax(6rem,1.5fr)_6rem_4.5rem_6rem_11rem]"
      >
        <span>
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="flex min-w-0 items-center gap-1.5">
          <LongText text={name} className="font-medium" />
          {execution.pinned && <PinMark />}
        </span>
        <LongText text={makerOfRun(execution)} className={`text-muted ${second} max-[1000px]:col-start-2`} />
        <LongText text={useLanguageName(language)} className={`text-muted ${second} max-[1000px]:col-start-1`} />
        <span className="text-right font-mono text-muted max-[1000px]:hidden">
          {exitCode === null ? '' : `exit ${exitCode}`}
        </span>
        <span className="text-right font-mono text-muted max-[1000px]:col-start-3 max-[1000px]:row-start-1">
          {formatDuration(durationMs)}
          <DurationBar durationMs={durationMs} longestMs={longestMs} />
        </span>
        <time dateTime={createdAt} className={`truncate text-right text-muted ${second} max-[1000px]:col-start-3`}>
          {formatTime(createdAt)}
        </time>
      </button>
    </div>
  );
});
