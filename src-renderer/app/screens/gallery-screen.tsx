import { Boxes, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { SelectField, TextArea, TextField } from '../../ui/controls/field.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState, LoadingRows } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Panel, Screen } from '../../ui/layout/panel.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { CodeBlock } from '../../ui/text/code-block.tsx';

const problem = new ApiError('invalid_request', 'The request is not valid: code must be text.', {
  requestId: 'req_example',
});

/** Shows every control in its states, for review and for tests. */
export function GalleryScreen() {
  return (
    <Screen title="Gallery" lead="The controls that all screens use.">
      <ButtonsPanel />
      <FieldsPanel />
      <Panel title="States">
        <div className="flex flex-col gap-4 p-4">
          <div className="flex flex-wrap gap-2">
            <Badge>neutral</Badge>
            <Badge tone="good">good</Badge>
            <Badge tone="warn">warn</Badge>
            <Badge tone="danger">danger</Badge>
            <Badge tone="accent">accent</Badge>
            <Kbd keys={['mod', 'K']} />
          </div>
          <ErrorNote error={problem} />
          <CodeBlock label="example" text="curl http://127.0.0.1:7341/api/v1/health" />
          <LoadingRows label="Loading" rows={3} />
          <EmptyState icon={<Boxes size={24} />} title="Nothing here yet" action={<Button>Add the first</Button>}>
            Says what appears here and how to add it.
          </EmptyState>
        </div>
      </Panel>
    </Screen>
  );
}

function ButtonsPanel() {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="Buttons">
      <div className="flex flex-wrap gap-2 p-4">
        <Button kind="primary" icon={<Play size={14} aria-hidden="true" />}>
          Primary
        </Button>
        <Button>Plain</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger" onClick={() => setAsking(true)}>
          Ask first
        </Button>
        <Button busy>Busy</Button>
        <Button disabled>Disabled</Button>
        <IconButton label="Delete" icon={<Trash2 size={16} aria-hidden="true" />} />
        <Button onClick={() => showToast('The item is saved.')}>Good toast</Button>
        <Button onClick={() => showToast('The item could not be saved: the daemon does not answer.', 'danger')}>
          Bad toast
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete it?"
        confirm="Delete"
        onConfirm={() => setAsking(false)}
      >
        <p>This cannot be undone.</p>
      </ConfirmDialog>
    </Panel>
  );
}

function FieldsPanel() {
  const [text, setText] = useState('');
  const [ticked, setTicked] = useState(true);
  const [choice, setChoice] = useState('a');
  return (
    <Panel title="Fields">
      <div className="grid gap-4 p-4 md:grid-cols-2">
        <TextField label="Text" hint="A hint." value={text} onChange={(event) => setText(event.target.value)} />
        <TextField label="With a problem" problem="Must be a number." defaultValue="abc" />
        <TextField label="Disabled" disabled defaultValue="as it is" />
        <SelectField
          label="Choice"
          value={choice}
          onValue={setChoice}
          options={[
            { value: 'a', label: 'The first' },
            { value: 'b', label: 'The second' },
          ]}
        />
        <TextArea label="Longer text" rows={3} mono defaultValue={'line one\nline two'} />
        <Checkbox label="Yes or no" hint="What it means." checked={ticked} onChecked={setTicked} />
      </div>
    </Panel>
  );
}
