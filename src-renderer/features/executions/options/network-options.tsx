import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { settingsQuery } from '../../../client/queries.ts';
import { RadioGroup } from '../../../ui/controls/radio-group.tsx';
import { LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { hostCount, hostText } from '../../../ui/network/rules-text.ts';
import { lazyComponent } from '../../../ui/page/lazy-part.ts';
import type { RunOptionsProps } from './run-options-props.ts';

// The first screen does not need it.
const RulesEditor = lazyComponent(() => import('../../../ui/network/rules-editor.tsx'), 'RulesEditor');

/** Selects the network of a run: none, the hosts of rules, or everything. A script can have its own rules. */
export function NetworkOptions({ draft, edit, script }: RunOptionsProps) {
  const { data: settings } = useQuery(settingsQuery);
  const isFullAllowed = settings?.network.allowed ?? false;
  return (
    <>
      <RadioGroup
        legend="Network of the run"
        legendHidden
        value={draft.network}
        onValue={(network) => edit({ network })}
        options={[
          ...(script ? [scriptOption(script)] : []),
          { value: 'none', label: 'None' },
          {
            value: 'rules',
            label: 'Only these hosts',
            hint: 'Every other connection is refused or waits for your decision.',
          },
          {
            value: 'full',
            label: 'Everything',
            disabled: !isFullAllowed && draft.network !== 'full',
            hint: isFullAllowed ? 'The program can reach the whole internet.' : <FullIsOff />,
          },
        ]}
      />
      {draft.network === 'rules' && (
        <Suspense fallback={<LoadingRows label="Loading the rules" rows={2} />}>
          <RulesEditor draft={draft.rules} onDraft={(rules) => edit({ rules })} />
        </Suspense>
      )}
    </>
  );
}

function scriptOption({ stored }: NonNullable<RunOptionsProps['script']>) {
  const hint =
    stored === undefined
      ? 'The script has no network rules, so its runs have no network.'
      : `${hostCount(stored.allow.length)}: ${visibleLine(stored.allow.map(hostText).join(', '))}`;
  return { value: 'script', label: 'As stored with the script', hint } as const;
}

function FullIsOff() {
  return (
    <>
      Off for all runs.{' '}
      <Link href="/settings" className="font-medium text-accent underline underline-offset-2">
        Allow it in Settings
      </Link>
    </>
  );
}
