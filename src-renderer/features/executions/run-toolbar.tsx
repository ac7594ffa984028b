import { useQuery } from '@tanstack/react-query';
import { Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LanguageInfo } from '../../../src-shared/contracts/languages.contract.ts';
import { languagesQuery } from '../../client/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField } from '../../ui/controls/field.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { DraftMark } from '../../ui/forms/draft-mark.tsx';
import { withLanguage } from './options/run-draft.ts';
import { runDraftIds, showDraft } from './options/save-run-draft.ts';
import { isUnderWay, useRun } from './run-store.ts';

/** The language selection and the buttons that start and cancel a run. */
export function RunToolbar({ actions }: { actions: ReactNode }) {
  const { draft, run, edit, start, cancel } = useRun();
  const { data: languages } = useQuery(languagesQuery);
  const underWay = isUnderWay(run);
  return (
    <div role="toolbar" aria-label="Run" className="flex flex-wrap items-center gap-2 px-3 py-2">
      <div className="w-44 max-w-full">
        <SelectField
          label="Language"
          labelHidden
          value={draft.language}
          onValue={(language) => edit(withLanguage(draft, language))}
          options={optionsOf(languages, draft.language)}
        />
      </div>
      {underWay ? (
        <Button
          kind="danger"
          busy={run?.phase === 'cancelling'}
          disabled={run?.phase === 'starting'}
          onClick={() => void cancel()}
          icon={<Square size={14} aria-hidden="true" />}
        >
          {run?.phase === 'cancelling' ? 'Cancelling' : 'Cancel'}
        </Button>
      ) : (
        <Button kind="primary" onClick={() => void start()} icon={<Play size={14} aria-hidden="true" />}>
          Run
        </Button>
      )}
      <Kbd keys={['mod', 'Enter']} />
      <div className="ml-auto flex min-w-0 flex-wrap items-center gap-2">
        <DraftMark ids={runDraftIds} onTaken={showDraft} />
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
