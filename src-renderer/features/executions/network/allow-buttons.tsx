import { useState } from 'react';
import type { NetworkRule } from '../../../../src-shared/contracts/network/network-rules.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { AllowDialog } from './allow-dialog.tsx';
import type { NetworkActions } from './network-actions.ts';

interface AllowButtonsProps {
  rule: NetworkRule;
  /** The host and port as the screen names them. */
  target: string;
  actions: NetworkActions;
}

/** Offers to allow a host for the next run, or for all later ones. */
export function AllowButtons({ rule, target, actions }: AllowButtonsProps) {
  const [asking, setAsking] = useState<'once' | 'always'>();
  const { runAgainWith, keepRule, isBusy = false } = actions;
  const shown = visibleLine(target);
  if (runAgainWith === undefined && keepRule === undefined) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {runAgainWith && (
        <Button
          disabled={isBusy}
          title={isBusy ? 'The code can run again when this run has ended.' : undefined}
          onClick={() => setAsking('once')}
          aria-label={`Allow once: ${shown}`}
        >
          Allow once
        </Button>
      )}
      {keepRule && (
        <Button onClick={() => setAsking('always')} aria-label={`Always for this script: ${shown}`}>
          Always for this script
        </Button>
      )}
      {asking && (
        <AllowDialog
          kind={asking}
          rule={rule}
          onClose={() => setAsking(undefined)}
          onConfirm={(chosen) => (asking === 'once' ? runAgainWith?.(chosen) : keepRule?.(chosen))}
        />
      )}
    </div>
  );
}
