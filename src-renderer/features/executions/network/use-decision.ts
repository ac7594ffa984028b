import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { decideConnection } from '../../../../src-shared/contracts/executions.contract.ts';
import type { NetworkRule } from '../../../../src-shared/contracts/network/network-rules.ts';
import { ruleAllowing } from '../../../../src-shared/contracts/network/rule-limits.ts';
import { asApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { settingsQuery } from '../../../client/queries.ts';
import { isWithinCeiling } from '../../../ui/network/ceiling.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import type { NetworkActions } from './network-actions.ts';

interface HeldTarget extends Pick<NetworkActions, 'keepRule'> {
  runId: string;
  host: string;
  port: number;
}

/** The decision about held connections. A host that the settings do not allow must be added to them first. */
export function useDecision({ runId, host, port, keepRule }: HeldTarget) {
  const { data: settings } = useQuery(settingsQuery);
  const [asking, setAsking] = useState<'once' | 'always'>();
  const rule: NetworkRule | undefined = ruleAllowing(host, port);
  const decide = useMutation({
    mutationFn: (decision: 'allow' | 'deny') =>
      call(decideConnection, { params: { id: runId }, body: { host, port, decision } }),
    onError: (error) => {
      const { code, message } = asApiError(error);
      // The stream of the run reports its end.
      if (code === 'execution_finished') return;
      if (code === 'network_not_allowed') setAsking('once');
      else showToast(message, 'danger');
    },
  });
  const isAllowed = settings === undefined || rule === undefined || isWithinCeiling(rule, settings.network.ceiling);
  const allow = (choice: 'once' | 'always') => {
    if (choice === 'always' && rule !== undefined) keepRule?.(rule);
    decide.mutate('allow');
  };
  const askOrAllow = (choice: 'once' | 'always') => (isAllowed ? allow(choice) : setAsking(choice));
  return {
    isPending: decide.isPending,
    /** The event that says so can follow a second later. */
    isDecided: decide.isSuccess,
    allow: () => askOrAllow('once'),
    allowAlways: () => askOrAllow('always'),
    deny: () => decide.mutate('deny'),
    /** The rule that the user is asked to allow in the settings. */
    ruleToAllow: asking === undefined ? undefined : rule,
    closeSettings: () => setAsking(undefined),
    onAllowed: () => allow(asking ?? 'once'),
  };
}
