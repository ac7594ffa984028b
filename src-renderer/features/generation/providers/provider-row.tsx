import { useMutation } from '@tanstack/react-query';
import { type Provider, type ProviderTest, testProvider } from '../../../../src-shared/contracts/providers.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { call } from '../../../client/call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { LongText } from '../../../ui/text/long-text.tsx';
import { TestOutcome } from './test-outcome.tsx';

interface ProviderRowProps {
  provider: Provider;
  onChange(): void;
  onDelete(): void;
}

/** One provider with the result of its connection test. */
export function ProviderRow({ provider, onChange, onDelete }: ProviderRowProps) {
  const { id, baseUrl, model, hasKey } = provider;
  const test = useMutation({ mutationFn: () => call(testProvider, { params: { id } }) });
  return (
    <li className="group flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="max-w-full min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {id}
            {provider.default && <Badge tone="accent">default</Badge>}
            {hasKey && <Badge>key stored</Badge>}
          </p>
          <LongText className="font-mono text-xs text-muted" text={`${visibleLine(baseUrl)} · ${visibleLine(model)}`} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button busy={test.isPending} onClick={() => test.mutate()} aria-label={`Test connection to ${id}`}>
            Test connection
          </Button>
          <Button onClick={onChange} aria-label={`Change ${id}`}>
            Change
          </Button>
          <Button kind="danger" onClick={onDelete} aria-label={`Delete ${id}`}>
            Delete
          </Button>
        </div>
      </div>
      <div role="status" className="text-sm empty:hidden">
        {test.data && <TestResult result={test.data} />}
      </div>
      <ErrorNote error={test.error} />
    </li>
  );
}

function TestResult({ result: { outcome, message, models = [] } }: { result: ProviderTest }) {
  return (
    <div className="flex flex-col gap-1">
      <TestOutcome outcome={outcome} message={message} />
      {models.length > 0 && (
        <details>
          <summary className="text-muted">Available models ({models.length})</summary>
          <ul className="max-h-40 overflow-auto py-1 font-mono text-xs">
            {models.map((name) => (
              <li key={name} className="break-all">
                {visibleLine(name)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
