import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';
import { secretsQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/controls/field.tsx';
import { FileDrop } from '../../ui/controls/file-drop.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { readTextFile } from '../../ui/files/read-text-file.ts';
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { isSelectedAtFirst, planImport } from './import-plan.ts';
import { ImportPreview } from './import-preview.tsx';
import { importSecrets } from './import-secrets.ts';

interface ImportDialogProps {
  secrets: readonly SecretMetadata[];
  onClose(): void;
}

/** The dialog that imports the variables of a `.env` file as secrets, with a preview. */
export function ImportDialog({ secrets, onClose }: ImportDialogProps) {
  const [text, setText] = useState<string>();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Import a .env file"
      description="You see a preview before anything is saved. Values are not shown."
    >
      {text === undefined ? (
        <FileSource onText={setText} />
      ) : (
        <Choice text={text} secrets={secrets} onBack={() => setText(undefined)} onDone={onClose} />
      )}
    </Dialog>
  );
}

function FileSource({ onText }: { onText(text: string): void }) {
  const [pasted, setPasted] = useState('');
  const read = useMutation({ mutationFn: readTextFile, onSuccess: (text) => onText(text.replace(/^\ufeff/, '')) });
  return (
    <>
      <FileDrop
        label="Choose a .env file"
        purpose="A .env file"
        multiple={false}
        onFiles={([file]) => file && read.mutate(file)}
      />
      <ErrorNote error={read.error} />
      <TextArea
        label="Or paste its contents"
        rows={4}
        mono
        autoComplete="off"
        placeholder="NAME=value"
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      <DialogActions>
        <Button kind="primary" disabled={pasted.trim() === ''} onClick={() => onText(pasted)}>
          Preview
        </Button>
      </DialogActions>
    </>
  );
}

interface ChoiceProps {
  text: string;
  secrets: readonly SecretMetadata[];
  onBack(): void;
  onDone(): void;
}

function Choice({ text, secrets, onBack, onDone }: ChoiceProps) {
  // The secrets when the file was read: a secret that this import just saved is no conflict.
  const [known, setKnown] = useState(secrets);
  const plan = useMemo(() => planImport(text, known), [text, known]);
  const [chosen, setChosen] = useState(() => new Set(plan.entries.filter(isSelectedAtFirst).map(({ name }) => name)));
  const entries = plan.entries.filter(({ name }) => chosen.has(name));
  const save = useMutation({
    mutationFn: () => importSecrets(entries, known),
    onSuccess: async ({ saved, stopped }) => {
      if (stopped === undefined) {
        showToast(`${countOf(saved.length)} saved.`);
        return onDone();
      }
      // Saved secrets are not sent again. The user must select a changed one again.
      const done = new Set([...saved, stopped.name]);
      setChosen(new Set([...chosen].filter((name) => !done.has(name))));
      setKnown(await sessionQueries().fetchQuery({ ...secretsQuery, staleTime: 0 }));
    },
    onSettled: () => sessionQueries().invalidateQueries({ queryKey: secretsQuery.queryKey }),
  });
  return (
    <>
      <ImportPreview plan={plan} chosen={chosen} onChosen={setChosen} />
      <ErrorNote error={save.error ?? save.data?.stopped?.error} />
      <DialogActions>
        <Button onClick={onBack}>Another file</Button>
        <Button kind="primary" busy={save.isPending} disabled={entries.length === 0} onClick={() => save.mutate()}>
          {entries.length === 0 ? 'Import' : `Import ${countOf(entries.length)}`}
        </Button>
      </DialogActions>
    </>
  );
}

const countOf = (count: number) => (count === 1 ? '1 secret' : `${count} secrets`);
