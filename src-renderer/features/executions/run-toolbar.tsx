import { useQuery } from '@tanstack/react-query';
import { Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LanguageInfo } from '../../../src-shared/contracts/languages.contract.ts';
import { languagesQuery } from '../../client/queries.ts';
import { classes } from '../../ui/classes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField } from '../../ui/controls/field.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { DraftMark } from '../../ui/forms/draft-mark.tsx';
import { ProfileChoice } from './options/profile-bar.tsx';
import { withLanguage } from './options/run-draft.ts';
import { isUnderWay, useCurrentRuns, useRunOf } from './run-store.ts';
import { showScratchDraft } from './scratches/keep-scratches.ts';
import { draftIdsOf, ownerOf } from './scratches/scratch.ts';
import { withFilesOf } from './scratches/scratch-profiles.ts';
import { useScratches, useShownScratch } from './scratches/scratch-store.ts';
import { startScratch } from './scratches/start-scratch.ts';

interface RunToolbarProps {
  actions: ReactNode;
  /** False if the code is stored nowhere, so that there is no draft and no sample. */
  isKept?: boolean;
}

/** The language selection and the buttons that start and cancel a run. */
export function RunToolbar({ actions, isKept = true }: RunToolbarProps) {
  const { id, draft } = useShownScratch();
  const { edit } = useScratches.getState();
  const owner = ownerOf(id);
  const run = useRunOf(owner);
  const { data: languages } = useQuery(languagesQuery);
  const underWay = isUnderWay(run);
  const hasProfiles = isKept && draft.others.length > 0;
  return (
    <div role="toolbar" aria-label="Run" className="@container flex flex-wrap items-center gap-2 px-3 py-2 short:py-1">
      {/* At most as wide as what fits on one row: a change of the draft's mark then moves no button. */}
      <div className={classes('min-w-28 flex-1', hasProfiles ? 'max-w-36' : 'max-w-44')}>
        <SelectField
          label="Language"
          labelHidden
          value={draft.language}
          onValue={(language) => edit(isKept ? withLanguage(draft, language) : { language })}
          options={optionsOf(languages, draft.language)}
        />
      </div>
      {underWay ? (
        <Button
          className="w-26"
          busy={run?.phase === 'cancelling'}
          onClick={() => void useCurrentRuns.getState().cancel(owner)}
          icon={<Square size={14} aria-hidden="true" />}
        >
          {run?.phase === 'cancelling' ? 'Cancelling' : 'Cancel'}
        </Button>
      ) : (
        <Button
          className="w-26"
          kind="primary"
          onClick={() => void startScratch()}
          icon={<Play size={14} aria-hidden="true" />}
        >
          Run
        </Button>
      )}
      {/* As wide as the longer one, so that a run moves nothing. */}
      <span className="flex min-w-21.5 @max-2xl:hidden">
        <Kbd keys={['mod', underWay ? '.' : 'Enter']} />
      </span>
      {hasProfiles && (
        <div className="max-w-24 min-w-20 flex-1">
          <ProfileChoice draft={draft} onDraft={(next) => edit(withFilesOf(draft, next))} labelHidden />
        </div>
      )}
      <div className="ml-auto flex min-w-0 flex-wrap items-center gap-2">
        {isKept && <DraftMark isBrief ids={draftIdsOf(id)} onTaken={showScratchDraft} />}
        {actions}
      </div>
    </div>
  );
}

function optionsOf(languages: LanguageInfo[] | undefined, current: string) {
  if (languages === undefined) return [{ value: current, label: current }];
  return languages.map(({ id, name, version, available }) => ({
    value: id,
    label: [name, version, !available && '(not installed)'].filter(Boolean).join(' '),
  }));
}
