import { Sparkles, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Provider } from '../../../src-shared/contracts/providers.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/controls/field.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { useMedia } from '../../ui/split/use-media.ts';
import { LongText } from '../../ui/text/long-text.tsx';
import { useGeneration } from './generation-store.ts';

interface AskFormProps {
  languages: readonly { id: string; name: string }[];
  providers: readonly Provider[];
  /** Shows whether the draft is saved. */
  draftMark: ReactNode;
  onAsk(): void;
}

/** The form with the request, the language, the provider and the model. */
export function AskForm({ languages, providers, draftMark, onAsk }: AskFormProps) {
  const { ask, edit, partialAnswer } = useGeneration();
  const { isFolded, unfold, fold } = useFolded();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    fold();
    onAsk();
  };
  if (isFolded) return <FoldedRequest onUnfold={unfold} />;
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    const problem = whyNotAsk();
    if (problem === undefined) return submit(event);
    event.preventDefault();
    showToast(problem, 'note');
  };
  return (
    <form onSubmit={submit} aria-label="Request" className="flex flex-col gap-2 p-3">
      <TextArea
        label="What should the program do?"
        placeholder="Read in.csv and plot its second column as a line chart in chart.png."
        rows={3}
        value={ask.prompt}
        onChange={(event) => edit({ prompt: event.target.value })}
        onKeyDown={submitByKey}
        autoFocus
      />
      <div className="flex flex-wrap items-end gap-2">
        <AskChoices languages={languages} providers={providers} />
        <div className="flex items-center gap-2">
          <AskButton />
          {partialAnswer === undefined && <Kbd keys={['mod', 'Enter']} />}
        </div>
        <div className="ml-auto flex min-h-8 items-center">{draftMark}</div>
      </div>
    </form>
  );
}

/** Returns why the model cannot be asked now, as a sentence; undefined if it can. */
function whyNotAsk(): string | undefined {
  const { ask, partialAnswer } = useGeneration.getState();
  if (partialAnswer !== undefined) return 'The model is still answering. Wait for its code, or cancel the request.';
  return ask.prompt.trim() === '' ? 'Describe first what the program should do.' : undefined;
}

function AskButton() {
  const { ask, partialAnswer, cancel } = useGeneration();
  if (partialAnswer === undefined)
    return (
      <Button
        submit
        kind="primary"
        disabled={ask.prompt.trim() === ''}
        icon={<Sparkles size={14} aria-hidden="true" />}
      >
        Generate
      </Button>
    );
  return (
    <Button
      busy={partialAnswer.phase === 'cancelling'}
      onClick={() => void cancel()}
      icon={<Square size={14} aria-hidden="true" />}
    >
      {partialAnswer.phase === 'cancelling' ? 'Cancelling' : 'Cancel'}
    </Button>
  );
}

/** In a low window the form collapses after the request, until the user edits the request again. */
function useFolded() {
  const isLow = useMedia('(max-height: 45rem)');
  const hasAnswer = useGeneration(({ partialAnswer, rounds }) => partialAnswer !== undefined || rounds.length > 0);
  const [isUnfolded, setUnfolded] = useState(false);
  return {
    isFolded: isLow && hasAnswer && !isUnfolded,
    unfold: () => setUnfolded(true),
    fold: () => setUnfolded(false),
  };
}

function FoldedRequest({ onUnfold }: { onUnfold(): void }) {
  const { ask, partialAnswer } = useGeneration();
  return (
    <div className="group flex items-center gap-2 p-2 pl-3">
      <LongText text={visibleLine(ask.prompt)} className="max-h-24 flex-1 overflow-y-auto text-sm text-muted" />
      {partialAnswer === undefined ? <Button onClick={onUnfold}>Edit request</Button> : <AskButton />}
    </div>
  );
}

function AskChoices({ languages, providers }: Pick<AskFormProps, 'languages' | 'providers'>) {
  const { ask, edit } = useGeneration();
  const defaultProvider = providers.find((provider) => provider.default) ?? providers[0];
  const chosen = providers.find(({ id }) => id === ask.provider) ?? defaultProvider;
  return (
    <>
      <div className="w-36 min-w-28 flex-1 sm:max-w-44">
        <SelectField
          label="Language"
          value={ask.language}
          onValue={(language) => edit({ language })}
          options={languages.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <div className="w-40 min-w-28 flex-1 sm:max-w-44">
        <SelectField
          label="Provider"
          value={chosen?.id ?? ''}
          onValue={(provider) => edit({ provider, model: '' })}
          options={providers.map(({ id }) => ({ value: id, label: id }))}
        />
      </div>
      <div className="w-52 min-w-28 flex-1 sm:max-w-60">
        <TextField
          label="Model"
          mono
          placeholder={chosen && visibleLine(chosen.model)}
          value={ask.model}
          onChange={(event) => edit({ model: event.target.value })}
        />
      </div>
    </>
  );
}
