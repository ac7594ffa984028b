import type { ProviderTest } from '../../../../src-shared/contracts/providers.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';

/** The outcome of a connection test, in one line. */
export function TestOutcome({ outcome, message }: Pick<ProviderTest, 'outcome' | 'message'>) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Badge tone={outcome === 'ok' ? 'good' : outcome === 'no_models' ? 'warn' : 'danger'}>
        {outcome.replaceAll('_', ' ')}
      </Badge>
      <span className="min-w-0 break-words">{visibleLine(message)}</span>
    </p>
  );
}
