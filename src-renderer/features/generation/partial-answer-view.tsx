import { useEffect, useRef } from 'react';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { useGeneration } from './generation-store.ts';

/** Shows the code while the model writes it. */
export function PartialAnswerView() {
  const arriving = useGeneration((state) => state.partialAnswer);
  const end = useRef<HTMLDivElement>(null);
  const length = (arriving?.code.length ?? 0) + (arriving?.explanation.length ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the end when the text grows
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [length]);
  if (arriving === undefined) return null;
  const { code, explanation, model, number, phase, connected } = arriving;
  return (
    <section aria-label="Answer" className="flex min-h-0 flex-1 flex-col bg-surface">
      <div role="status" className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2 text-sm">
        <Badge tone="accent">
          <Spinner size={10} />
          {phase === 'cancelling' ? 'Cancelling' : code === '' ? 'Waiting for the model' : 'Writing'}
        </Badge>
        {number > 1 && <span className="text-muted">Repair {number - 1}</span>}
        {model !== '' && <span className="font-mono text-muted">{visibleLine(model)}</span>}
        {!connected && <Badge tone="warn">Connection lost; trying to resume</Badge>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="min-h-0 flex-1 overflow-auto p-3" tabIndex={0} aria-label="Code so far">
        {explanation !== '' && <p className="mb-2 max-w-prose text-sm whitespace-pre-wrap text-muted">{explanation}</p>}
        <pre className="font-mono text-[0.8125rem] leading-normal whitespace-pre-wrap">{code}</pre>
        <div ref={end} />
      </section>
    </section>
  );
}
