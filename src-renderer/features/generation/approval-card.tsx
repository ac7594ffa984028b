import { Play, ShieldCheck, Square, Wrench } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import { approvalHash } from '../../../src-shared/formats/approval-hash.ts';
import { CodeDiff } from '../../ui/code-editor/code-diff.tsx';
import { CodeEditor } from '../../ui/code-editor/code-editor.tsx';
import { useRunKey } from '../../ui/code-editor/use-run-key.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { stillRunning } from '../../ui/text/still-running.ts';
import { approvedRunOf } from './approved-request.ts';
import { useGeneration } from './generation-store.ts';
import { canRepair, codeBefore, isOwn, maxRepairs, type Round } from './rounds.ts';
import { RunFacts } from './run-facts.tsx';
import { usePackageList } from './use-package-list.ts';

interface ApprovalCardProps {
  round: Round;
  language: string;
  options: RunOptions;
  isRunning: boolean;
  /** The button that saves the code. */
  save: ReactNode;
  knownSince: number;
  onApprove(): void;
  onCancelRun(): void;
  onRepair(): void;
}

/** Review of generated code before it runs: the code, its changes, and the inputs and limits of the run. */
export function ApprovalCard(props: ApprovalCardProps) {
  const { round, language, options, knownSince } = props;
  const packages = usePackageList(language);
  const hash = packages && approvalHash(approvedRunOf({ round, language, options, packages }));
  const [view, setView] = useState('code');
  const before = useGeneration((state) => codeBefore(state.rounds, round.number)) ?? round.answered;
  const hasChanges = before !== round.code;
  const runByKey = useRunByKey(props, hash);
  return (
    <section aria-label="Review before running" className="flex min-h-0 flex-1 flex-col overflow-auto bg-surface">
      {/* The code scrolls alone, so that the facts and actions below it stay visible. */}
      <div className="flex min-h-24 flex-1 flex-col overflow-auto">
        {/* Not lower than the explanation, the editor and its status line. */}
        <div className="flex min-h-64 flex-1 flex-col short:min-h-44">
          <Tabs
            label="Code and changes"
            value={hasChanges ? view : 'code'}
            onValue={setView}
            fill
            aside={<ApprovalState round={round} hash={hash} />}
            tabs={[
              {
                value: 'code',
                label: 'Code',
                content: <EditableCode round={round} language={language} onSubmit={runByKey} />,
              },
              ...(hasChanges
                ? [
                    {
                      value: 'changes',
                      label: 'Changes',
                      content: <CodeDiff before={before} after={round.code} language={language} />,
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </div>
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line px-3 py-2 short:gap-y-1 short:py-1">
        <RunFacts language={language} code={round.code} options={options} packages={packages} knownSince={knownSince} />
        <div className="flex flex-wrap gap-2">
          {props.save}
          <Actions {...props} hash={hash} />
        </div>
      </div>
    </section>
  );
}

function ApprovalState({ round, hash }: { round: Round; hash: string | undefined }) {
  if (round.approval === undefined) return <Badge>Not approved yet</Badge>;
  if (round.approval !== hash) return <Badge tone="warn">Changed since it was approved</Badge>;
  return (
    <Badge tone="good">
      <ShieldCheck size={11} aria-hidden="true" />
      Approved <span className="font-mono">{hash.slice(0, 8)}</span>
    </Badge>
  );
}

/** Returns the action of Ctrl+Enter: approved code runs again. Other code needs the button, because the key approves nothing. */
function useRunByKey({ round, isRunning, onApprove }: ApprovalCardProps, hash: string | undefined): () => void {
  const isAsking = useGeneration((state) => state.partialAnswer !== undefined);
  const runByKey = () => {
    const isApproved = hash !== undefined && round.approval === hash;
    if (isRunning) showToast(stillRunning('This code'), 'note');
    else if (!isApproved || isAsking)
      showToast('Review the code, then choose “Approve and run”. No key approves generated code.', 'note');
    else onApprove();
  };
  useRunKey(runByKey);
  return runByKey;
}

interface EditableCodeProps {
  round: Round;
  language: string;
  onSubmit(): void;
}

function EditableCode({ round, language, onSubmit }: EditableCodeProps) {
  const change = useGeneration((state) => state.change);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {round.explanation !== '' && (
        <details className="max-h-1/3 shrink-0 overflow-auto border-b border-line px-3 py-1 text-sm">
          <summary className="text-muted">Explanation by the model</summary>
          <p className="max-w-prose py-1 break-words whitespace-pre-wrap">{round.explanation}</p>
        </details>
      )}
      <div className="min-h-36 flex-1 short:min-h-22">
        <CodeEditor
          key={round.number}
          label="Generated code"
          language={language}
          value={round.code}
          onValue={(code) => change(round.number, { code })}
          onSubmit={onSubmit}
        />
      </div>
    </div>
  );
}

function Actions(props: ApprovalCardProps & { hash: string | undefined }) {
  const { round, hash, isRunning, onApprove, onCancelRun, onRepair } = props;
  const rounds = useGeneration((state) => state.rounds);
  const isAsking = useGeneration((state) => state.partialAnswer !== undefined);
  const isNewest = round.number === rounds.at(-1)?.number;
  if (isRunning)
    return (
      <Button onClick={onCancelRun} icon={<Square size={14} aria-hidden="true" />}>
        Cancel run
      </Button>
    );
  return (
    <>
      {isNewest && canRepair(rounds) && (
        <Button
          kind={isOwn(round) ? 'primary' : 'plain'}
          onClick={onRepair}
          disabled={isAsking}
          title="Sends the code and the end of the program’s output to the model."
          icon={<Wrench size={14} aria-hidden="true" />}
        >
          Ask for a repair ({round.number} of {maxRepairs})
        </Button>
      )}
      <Button
        kind={isOwn(round) ? 'plain' : 'primary'}
        disabled={hash === undefined || isAsking || round.code.trim() === ''}
        onClick={onApprove}
        icon={<Play size={14} aria-hidden="true" />}
      >
        {round.approval !== undefined && round.approval === hash ? 'Run again' : 'Approve and run'}
      </Button>
    </>
  );
}
