import { Play } from 'lucide-react';
import type { Hint, HintAction } from '../../../../src-shared/contracts/hints.ts';
import { ruleAllowing } from '../../../../src-shared/contracts/network/rule-limits.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import { AllowButtons } from '../network/allow-buttons.tsx';
import { AddPackage } from './add-package.tsx';
import type { HintActions, OptionsChange } from './hint-actions.ts';
import { HintText } from './hint-text.tsx';

interface RunHintsProps {
  hints: readonly Hint[];
  actions: HintActions;
  /** True while the program runs, so that it cannot run again yet. */
  isBusy: boolean;
}

/** Shows why a run probably failed, each with the one step that would help. */
export function RunHints({ hints, actions, isBusy }: RunHintsProps) {
  return (
    <ul aria-label="What would help" className="divide-y divide-line border-b border-line bg-accent-soft">
      {hints.map((hint) => (
        <li key={hint.text} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm">
          <HintLine hint={hint} actions={actions} isBusy={isBusy} />
        </li>
      ))}
    </ul>
  );
}

interface HintLineProps {
  hint: Hint;
  actions: HintActions;
  isBusy: boolean;
}

function HintLine({ hint: { text, action }, actions, isBusy }: HintLineProps) {
  if (action?.type === 'add_package' && actions.install)
    return <AddPackage text={text} action={action} install={actions.install} runAgain={actions.runAgain} />;
  return (
    <>
      <HintText text={text} />
      {action && <HintButton action={action} actions={actions} isBusy={isBusy} />}
    </>
  );
}

interface HintButtonProps {
  action: HintAction;
  actions: HintActions;
  isBusy: boolean;
}

function HintButton({ action, actions, isBusy }: HintButtonProps) {
  if (action.type === 'add_package') return null;
  const rule = ruleOf(action);
  if (rule !== undefined)
    return actions.network ? <AllowButtons rule={rule} target={rule.host} actions={actions.network} /> : null;
  if (action.type === 'allow_host') return null;
  const run =
    action.type === 'give_input' ? actions.askForInput : actions.runWith && (() => actions.runWith?.(changeOf(action)));
  if (run === undefined) return null;
  return (
    <Button disabled={isBusy} onClick={run} icon={<Play size={14} aria-hidden="true" />}>
      {labelOf(action)}
    </Button>
  );
}

/** Returns the network rule that an action would add; undefined if it adds none. */
function ruleOf(action: HintAction) {
  if (action.type === 'allow_host') return ruleAllowing(action.host, action.port);
  if (action.type !== 'use_secret' || action.hosts === undefined) return undefined;
  const host = action.hosts[0];
  return host === undefined ? undefined : { host, secrets: [action.name] };
}

function labelOf(action: ChangingAction | Extract<HintAction, { type: 'give_input' }>): string {
  switch (action.type) {
    case 'use_packages':
      return 'Run with packages';
    case 'use_secret':
      return `Run with ${action.name}`;
    case 'raise_memory':
      return `Run with ${formatNumber(action.memoryMb)} MiB`;
    case 'raise_time':
      return `Run with ${formatNumber(action.timeoutMs / 1000)} s`;
    case 'give_input':
      return 'Run and ask for input';
  }
}

/** An action that changes options of a program. */
type ChangingAction = Extract<HintAction, { type: 'use_packages' | 'use_secret' | 'raise_memory' | 'raise_time' }>;

/** Returns the change of the options that an action of a hint stands for. */
function changeOf(action: ChangingAction): OptionsChange {
  switch (action.type) {
    case 'use_packages':
      return () => ({ packages: true });
    case 'use_secret':
      return ({ secrets }) => ({ secrets: withName(secrets, action.name) });
    case 'raise_memory':
      return () => ({ memoryMb: String(action.memoryMb) });
    case 'raise_time':
      return () => ({ timeoutSeconds: String(action.timeoutMs / 1000) });
  }
}

/** `all` means none in a run with a network, where secrets are named. */
function withName(secrets: 'all' | readonly string[], name: string): string[] {
  return secrets === 'all' ? [name] : [...new Set([...secrets, name])];
}
