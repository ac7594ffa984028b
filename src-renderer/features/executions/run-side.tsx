import { Suspense, useState } from 'react';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { LoadingRows } from '../../ui/feedback/empty-state.tsx';
import { lazyComponent } from '../../ui/page/lazy-part.ts';
import { emptyOptions } from './options/options-draft.ts';
import { ProfileBar } from './options/profile-bar.tsx';
import type { InputChoice } from './options/run-draft.ts';
import { RunOptions } from './options/run-options.tsx';
import { useRunOf } from './run-store.ts';
import { ownerOf } from './scratches/scratch.ts';
import { withFilesOf } from './scratches/scratch-profiles.ts';
import { useScratches, useShownScratch } from './scratches/scratch-store.ts';

// The first paint does not need it.
const RunHistory = lazyComponent(() => import('./history/run-history.tsx'), 'RunHistory');

/** The options of the scratch that is shown, and the history. */
export function RunSide() {
  const [side, setSide] = useState('options');
  return (
    <Tabs
      label="Options and history"
      value={side}
      onValue={setSide}
      fill
      tabs={[
        { value: 'options', label: 'Options', content: <ScratchOptions /> },
        {
          value: 'history',
          label: 'History',
          content: (
            <Suspense fallback={<LoadingRows label="Loading the history" />}>
              <RunHistory />
            </Suspense>
          ),
        },
      ]}
    />
  );
}

function ScratchOptions() {
  const { id, draft } = useShownScratch();
  const { edit } = useScratches.getState();
  const run = useRunOf(ownerOf(id));
  const inputChoice = { value: draft.input, onValue: (input: InputChoice) => edit({ input }) };
  return (
    <>
      <ProfileBar draft={draft} onDraft={(next) => edit(withFilesOf(draft, next))} defaults={emptyOptions} />
      <RunOptions
        key={`${id} ${draft.profile}`}
        code={draft.code}
        draft={draft}
        edit={edit}
        program={{
          language: draft.language,
          code: draft.code,
          entry: draft.entry,
          onProgram: (change) => edit(change),
        }}
        error={run?.error}
        inputChoice={inputChoice}
      />
    </>
  );
}
