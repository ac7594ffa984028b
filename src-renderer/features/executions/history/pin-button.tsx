import { useMutation } from '@tanstack/react-query';
import { Pin, PinOff } from 'lucide-react';
import { updateExecution } from '../../../../src-shared/contracts/executions/history.contract.ts';
import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { call } from '../../../client/call.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { runErrorMessage } from './run-again.ts';

/** Pins a run, so that the history does not remove it to make room, or unpins it. */
export function PinButton({ execution: { id, pinned } }: { execution: Execution }) {
  const change = useMutation({
    mutationFn: () => call(updateExecution, { params: { id }, body: { pinned: !pinned } }),
    onError: (error) => showToast(runErrorMessage(error), 'danger'),
    onSettled: () => sessionQueries().invalidateQueries({ queryKey: ['executions'] }),
  });
  const Icon = pinned ? PinOff : Pin;
  return (
    <Button
      busy={change.isPending}
      onClick={() => change.mutate()}
      title={pinned ? 'The history can remove the run again' : 'The history keeps the run'}
      icon={<Icon size={14} aria-hidden="true" />}
    >
      {pinned ? 'Unpin' : 'Pin'}
    </Button>
  );
}

/** Marks a pinned run in a list. */
export function PinMark() {
  return (
    <span className="shrink-0 text-accent" title="Pinned">
      <Pin size={12} aria-hidden="true" />
      <span className="sr-only">Pinned</span>
    </span>
  );
}
