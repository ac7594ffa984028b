import { useQuery } from '@tanstack/react-query';
import { NotepadText } from 'lucide-react';
import { Suspense, useEffect, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { NetworkRule } from '../../../src-shared/contracts/network/network-rules.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { languagesQuery } from '../../client/queries.ts';
import { emptyDraft, optionsOf } from '../../features/executions/options/run-draft.ts';
import { RunOptions } from '../../features/executions/options/run-options.tsx';
import { RunOutput } from '../../features/executions/run-output.tsx';
import { isUnderWay, useCurrentRuns, useRunOf } from '../../features/executions/run-store.ts';
import { GenerateScreen } from '../../features/generation/generate-screen.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { LoadingRows } from '../../ui/feedback/empty-state.tsx';
import { DraftMark } from '../../ui/forms/draft-mark.tsx';
import { rulesFormWith } from '../../ui/network/rule-form.ts';
import { showToast } from '../../ui/overlays/toasts.ts';
import { lazyComponent } from '../../ui/page/lazy-part.ts';
import { addTab } from '../tabs/add-tab.ts';
import { outcomeOf } from './outcome-of.ts';
import {
  generateDraftIds,
  showGenerateDraft,
  useGenerateOptions,
  useIsRestored,
  whenRestored,
} from './save-generate-draft.ts';

const SaveToVault = lazyComponent(() => import('../../features/vault/save/save-to-vault.tsx'), 'SaveToVault');

/** The Generate screen with the run options and the output of the executions feature. */
export function GenerateRoute() {
  const { data: languages } = useQuery(languagesQuery);
  const { startBy, cancel } = useCurrentRuns.getState();
  const isRunning = isUnderWay(useRunOf('generated'));
  const draft = useGenerateOptions();
  const isRestored = useIsRestored();
  const [, navigate] = useLocation();
  useEffect(() => void whenRestored(), []);
  const runOptions = useMemo(() => optionsOf(draft), [draft]);
  const run = async (open: (signal: AbortSignal) => Promise<Response>) => {
    await startBy('generated', open);
    return outcomeOf(useCurrentRuns.getState().runs.generated?.result);
  };
  if (!isRestored) return <LoadingRows label="Loading your draft" rows={8} />;
  return (
    <GenerateScreen
      draftMark={<DraftMark ids={generateDraftIds} onTaken={showGenerateDraft} />}
      languages={languages ?? []}
      runOptions={runOptions}
      options={<RunOptions draft={draft} edit={useGenerateOptions.setState} hasEnvironment={false} />}
      output={<RunOutput owner="generated" actions={{ network: { keepRule } }} />}
      isRunning={isRunning}
      saveOf={(code, language) => (
        <Suspense>
          <SaveToVault
            {...{ language, code }}
            network={draft.network === 'rules' ? draft.rules : undefined}
            onVault={() => navigate('/vault')}
          />
          <Button
            onClick={() => void addTab(navigate, { ...emptyDraft, ...draft, language, code })}
            icon={<NotepadText size={14} aria-hidden="true" />}
          >
            Open in a tab
          </Button>
        </Suspense>
      )}
      onRun={run}
      onCancelRun={() => void cancel('generated')}
    />
  );
}

/** The code must be approved again with the rule. */
function keepRule(rule: NetworkRule): void {
  const { rules } = useGenerateOptions.getState();
  useGenerateOptions.setState({ network: 'rules', rules: rulesFormWith(rules, rule) });
  showToast(
    `${visibleLine(rule.host)} is added to the hosts under Options, Network. Approve the code again to run it.`,
  );
}
