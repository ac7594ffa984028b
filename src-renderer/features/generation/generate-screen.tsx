import { useQuery } from '@tanstack/react-query';
import { WandSparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { streamHeaders } from '../../client/follow-stream.ts';
import { packagesQuery } from '../../client/queries.ts';
import { send } from '../../client/send.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { useRunKey } from '../../ui/code-editor/use-run-key.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState, LoadingRows } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { WorkArea } from '../../ui/split/work-area.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { approvedRequest } from './approved-request.ts';
import { AskForm } from './ask-form.tsx';
import { useGeneration } from './generation-store.ts';
import { PartialAnswerView } from './partial-answer-view.tsx';
import { ProviderDialog } from './providers/provider-dialog.tsx';
import { providersQuery } from './providers/providers.queries.ts';
import { hasUnsavedRounds, type Round, type RoundOutcome } from './rounds.ts';
import { RoundsBar } from './rounds-bar.tsx';
import { usePackageList } from './use-package-list.ts';

export interface GenerateScreenProps {
  languages: readonly { id: string; name: string }[];
  /** Run options, selected in `options`. */
  runOptions: RunOptions;
  options: ReactNode;
  output: ReactNode;
  draftMark: ReactNode;
  /** Renders the button that saves generated code. */
  saveOf(code: string, language: string): ReactNode;
  isRunning: boolean;
  /** Starts and shows a run whose event stream `open` returns. Resolves with its outcome; undefined if it has none. */
  onRun(open: (signal: AbortSignal) => Promise<Response>): Promise<RoundOutcome | undefined>;
  onCancelRun(): void;
}

/** The Generate screen: the user requests code, reviews it, approves it, and then runs it. */
export function GenerateScreen(props: GenerateScreenProps) {
  const { data: providers, error } = useQuery(providersQuery);
  if (error)
    return (
      <div className="p-4">
        <ErrorNote error={error} />
      </div>
    );
  return (
    <>
      <h1 className="sr-only">Generate</h1>
      {providers === undefined && <LoadingRows label="Loading the providers" rows={8} />}
      {providers?.length === 0 && <NoProvider />}
      {providers && providers.length > 0 && <GenerateWorkArea {...props} providers={providers} />}
    </>
  );
}

type GenerateWorkAreaProps = GenerateScreenProps & { providers: Parameters<typeof AskForm>[0]['providers'] };

function GenerateWorkArea(props: GenerateWorkAreaProps) {
  const { languages, providers, runOptions, options, output, draftMark } = props;
  const { generate, rounds, offered, settleOffer } = useGeneration();
  const [isAsking, setIsAsking] = useState(false);
  const ask = () => (hasUnsavedRounds(rounds) ? setIsAsking(true) : void generate(runOptions));
  const replace = () => {
    setIsAsking(false);
    void generate(runOptions);
  };
  return (
    <>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Replace the answers?"
        confirm="Replace them"
        onConfirm={replace}
      >
        <p>
          A new request deletes the answers on this screen and your changes to them. Code that you did not run is not
          stored anywhere else.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={offered !== undefined}
        onOpenChange={() => settleOffer(false)}
        title="Replace the answers with your program?"
        confirm="Replace them"
        onConfirm={() => settleOffer(true)}
      >
        <p>
          Your program takes the place of the answers on this screen. Code that you did not run is not stored anywhere
          else.
        </p>
      </ConfirmDialog>
      <WorkArea
        id="generate"
        codeShare={65}
        head={<AskForm languages={languages} providers={providers} draftMark={draftMark} onAsk={ask} />}
        headWithCode
        code={<Answer {...props} />}
        output={output}
        outputAt={props.isRunning || undefined}
        sideLabel="Run options"
        side={
          <>
            <p className="border-b border-line px-3 py-2 text-xs text-muted">
              The model receives the names of the selected secrets and of the packages, never a value.
            </p>
            {options}
          </>
        }
      />
    </>
  );
}

function Answer(props: GenerateWorkAreaProps) {
  const { partialAnswer, rounds, shown, error } = useGeneration();
  const round = rounds.find(({ number }) => number === shown);
  const hasCode = round !== undefined && partialAnswer === undefined;
  useRunKey(hasCode ? undefined : () => showToast('There is no code to run yet.', 'note'));
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {error && (
        <div className="p-2">
          <ErrorNote error={error} />
        </div>
      )}
      <RoundsBar />
      {partialAnswer && <PartialAnswerView />}
      {!partialAnswer && round && <Card {...props} round={round} />}
      {!partialAnswer && !round && !error && (
        <div className="grid flex-1 place-items-center">
          <EmptyState
            icon={<WandSparkles size={24} />}
            title="Describe what you need, and review the code before it runs"
          >
            Code runs only after you approve it with its secrets, packages and network access.
          </EmptyState>
        </div>
      )}
    </div>
  );
}

/** Time when this window opened: packages that are added later are marked as new until a run with them is approved. */
const openedAt = Date.now();

function Card({ round, runOptions, isRunning, saveOf, onRun, onCancelRun }: GenerateWorkAreaProps & { round: Round }) {
  const { asked, change, repair } = useGeneration();
  const [knownSince, setKnownSince] = useState(openedAt);
  const language = asked?.language ?? '';
  const packages = usePackageList(language);
  const approve = async () => {
    if (packages === undefined) return;
    const body = approvedRequest({ round, language, options: runOptions, packages }, asked?.prompt ?? '');
    change(round.number, { approval: body.generated.approval, outcome: undefined });
    setKnownSince(Date.now());
    const outcome = await onRun((signal) => send(execute, { body, headers: streamHeaders, signal }));
    change(round.number, { outcome });
    // The daemon refuses an approval if the package list has changed since the card was shown.
    if (outcome === undefined) void sessionQueries().invalidateQueries({ queryKey: packagesQuery.queryKey });
  };
  return (
    <ApprovalCard
      round={round}
      language={language}
      options={runOptions}
      isRunning={isRunning}
      save={saveOf(round.code, language)}
      knownSince={knownSince}
      onApprove={() => void approve()}
      onCancelRun={onCancelRun}
      onRepair={() => void repair(runOptions)}
    />
  );
}

function NoProvider() {
  const [adding, setAdding] = useState(false);
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        icon={<WandSparkles size={28} />}
        title="Add a model provider first"
        action={
          <Button kind="primary" onClick={() => setAdding(true)}>
            Add a provider
          </Button>
        }
      >
        Any endpoint with an OpenAI-compatible API works: one on this machine, such as Ollama, LM Studio or llama.cpp,
        or a remote one. It receives your request, the language, and the names of packages and selected secrets. It
        never receives values or scripts of the vault.
      </EmptyState>
      {adding && <ProviderDialog providers={[]} onClose={() => setAdding(false)} />}
    </div>
  );
}
