import { FileCode } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { NetworkRule } from '../../../../src-shared/contracts/network/network-rules.ts';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { CodeEditor } from '../../../ui/code-editor/code-editor.tsx';
import { useRunKey } from '../../../ui/code-editor/use-run-key.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { emptyRules, rulesFormWith } from '../../../ui/network/rule-form.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { WorkArea } from '../../../ui/split/work-area.tsx';
import { useDocuments, useOpenDocument } from '../documents/documents-store.ts';
import { nameOf } from '../documents/script-edit.ts';
import { type StoredText, useDocument } from '../documents/use-document.ts';
import { useReplaceProgram } from '../documents/use-replace-program.ts';
import type { CodeDetailProps } from '../vault-props.ts';
import { CodeFields } from './code-fields.tsx';
import { FormActions } from './form-actions.tsx';
import { runStored } from './run-stored.ts';
import { whyNotRun } from './why-not-run.ts';

interface CodeFormProps extends CodeDetailProps {
  /** Undefined for a script that is not stored: a new one, or one that was deleted during the edit. */
  storedText: StoredText | undefined;
}

/** The form of a script. A save creates a new revision; a run uses the stored one. */
export function CodeForm(props: CodeFormProps) {
  const { current, storedText, languages, stored, outputOf, optionsOf, isRunning, masterPassword } = props;
  const id = useOpenDocument();
  const isNew = nameOf(id) === undefined;
  const document = useDocument(id, storedText);
  const program = useReplaceProgram(id, { document, storedText, masterPassword });
  const taken = isNew ? stored.find(({ name }) => name === document.text.name) : undefined;
  const name = current?.name;
  const keepRule = (rule: NetworkRule) =>
    document.change({ network: rulesFormWith(document.text.network ?? emptyRules, rule) });
  const runByKey = () => {
    const problem = whyNotRun({ ...props, isUnsaved: document.isUnsaved });
    if (problem !== undefined) showToast(problem, 'note');
    else if (current !== undefined) run(props, current, document.text.code);
  };
  useRunKey(runByKey);
  return (
    <section
      ref={useFocusRecovery()}
      aria-label={isNew ? 'New script' : `Script ${document.text.name}`}
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <WorkArea
        id="vault"
        codeShare={60}
        head={
          <div className="flex flex-col gap-2 p-2 px-3">
            <FormActions
              {...props}
              id={id}
              document={document}
              taken={taken}
              onRun={() => current && run(props, current, document.text.code)}
            />
          </div>
        }
        code={
          <>
            <CodeFields
              text={document.text}
              change={document.change}
              isNew={isNew}
              isReadOnly={false}
              takenAction={taken && <OpenExistingScript name={taken.name} />}
              languages={languages}
            />
            <div className="min-h-38 flex-1 basis-38">
              <CodeEditor
                keptAs={id}
                label="Vault code"
                language={document.text.language}
                value={document.text.code}
                onValue={(code) => document.change({ code })}
                onSubmit={runByKey}
                format={(code) => props.format(document.text.language, code)}
              />
            </div>
          </>
        }
        output={current === undefined ? <NotStored /> : outputOf(current, document.text.code, keepRule)}
        outputAt={(name !== undefined && isRunning(name)) || undefined}
        sideLabel="Run options"
        side={current === undefined ? <NotStored /> : optionsOf(current, document.text.code, program)}
      />
    </section>
  );
}

/** Runs the stored script with its options. */
function run(
  { masterPassword, runOptionsOf, onRun }: CodeFormProps,
  current: EncryptedCodeMetadata,
  code: string,
): void {
  const { name } = current;
  const options = runOptionsOf(current, code);
  onRun(name, (signal) => runStored({ name, masterPassword, options }, signal));
}

/** Focuses the form if the focus was lost with the form that it replaces, after an unlock or a new revision. */
function useFocusRecovery() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) section.current?.focus();
  }, []);
  return section;
}

function NotStored() {
  return <p className="p-4 text-sm text-muted">Save the script to run it.</p>;
}

/** The button that opens the script with this name; the new script stays as a draft. */
function OpenExistingScript({ name }: { name: string }) {
  const choose = useDocuments((state) => state.choose);
  return (
    <div>
      <Button onClick={() => choose(name)} icon={<FileCode size={14} aria-hidden="true" />} className="max-w-full">
        <span className="truncate">Open {name}</span>
      </Button>
    </div>
  );
}
