import { useMutation } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { executeCode } from '../../../src-shared/vault.contract.ts';
import { send } from '../../client/send.ts';
import { Button } from '../../ui/button.tsx';
import { CodeEditor } from '../../ui/code-editor/code-editor.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { WorkArea } from '../../ui/split/work-area.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { CodeFields } from './code-fields.tsx';
import { type PlainCode, storeSealed } from './store-sealed.ts';
import { StoredActions } from './stored-actions.tsx';
import type { CodeDetailProps } from './vault-props.ts';

/** Name, language, description and code; saved as a new revision, run as it is stored. */
export function CodeForm(props: CodeDetailProps & { opened: string }) {
  const { current, opened, languages, masterPassword, onStored, onRun, runOptions, isRunning } = props;
  const { options, outputOf } = props;
  const [draft, setDraft] = useState<PlainCode>({
    name: current?.name ?? '',
    language: current?.language ?? 'python',
    description: current?.description ?? '',
    code: opened,
  });
  const change = (patch: Partial<PlainCode>) => setDraft({ ...draft, ...patch });
  const save = useMutation({
    mutationFn: () => storeSealed(masterPassword, draft),
    onSuccess: () => {
      showToast(`${draft.name} is stored, encrypted.`);
      onStored(draft.name);
    },
  });
  const run = (name: string) => {
    const headers = { accept: 'text/event-stream' };
    const body = { masterPassword, ...runOptions };
    onRun(name, (signal) => send(executeCode, { params: { name }, body, headers, signal }));
  };
  return (
    <section
      ref={useFoundFocus()}
      aria-label={current === undefined ? 'New code' : `The code ${current.name}`}
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <WorkArea
        id="vault"
        codeShare={60}
        head={
          <div className="flex flex-col gap-2 p-2 px-3">
            <div className="flex flex-wrap gap-2">
              <Button
                kind="primary"
                busy={save.isPending}
                disabled={draft.name === ''}
                onClick={() => save.mutate()}
                icon={<Save size={14} aria-hidden="true" />}
              >
                Save encrypted
              </Button>
              {current && (
                <StoredActions
                  {...props}
                  current={current}
                  isChanged={draft.code !== opened}
                  onRun={() => run(current.name)}
                />
              )}
            </div>
            <ErrorNote error={save.error} />
          </div>
        }
        code={
          <>
            <CodeFields draft={draft} change={change} isNew={current === undefined} languages={languages} />
            <div className="min-h-20 flex-1 basis-20">
              <CodeEditor
                label="Vault code"
                language={draft.language}
                value={draft.code}
                onValue={(code) => setDraft((latest) => ({ ...latest, code }))}
              />
            </div>
          </>
        }
        output={current ? outputOf(current.name) : <NotStored />}
        outputAt={isRunning || undefined}
        sideLabel="Run options"
        side={current ? options : <NotStored />}
      />
    </section>
  );
}

/** The form takes the place of another, after an unlock or a new revision: a focus that went with that comes here. */
function useFoundFocus() {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return place;
}

function NotStored() {
  return <p className="p-4 text-sm text-muted">Save it first; then it can run.</p>;
}
