import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { SelectField, TextField } from '../../../ui/controls/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { useMedia } from '../../../ui/split/use-media.ts';
import { useEnvironments } from '../environments/environments-store.ts';
import type { RunOptionsDraft } from './options-draft.ts';
import {
  addProfile,
  changedOptions,
  chooseProfile,
  deleteProfile,
  longestProfileName,
  type ProfiledOptions,
  profileLimit,
  profileNameProblem,
  profileNames,
} from './profiles.ts';

interface ProfileBarProps<Draft> {
  draft: Draft;
  onDraft(draft: Draft): void;
  /** The options of an unchanged script or scratch. */
  defaults?: RunOptionsDraft;
}

/** Selects, adds and deletes the profiles of a script or scratch, and says what the selected one changes. */
export function ProfileBar<Draft extends ProfiledOptions>({ draft, onDraft, defaults }: ProfileBarProps<Draft>) {
  const [isNaming, setNaming] = useState(false);
  const environment = useEnvironments(({ all }) => all?.find(({ id }) => id === draft.environment)?.name);
  const changed = changedOptions(draft, environment, defaults);
  // The windows of the style variant `short`.
  const isShort = useMedia('(max-height: 30rem)');
  const remove = () => {
    onDraft(deleteProfile(draft));
    showToast(`The profile ${draft.profile} is deleted.`);
  };
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line p-3 short:py-1">
      <div className="flex min-w-0 flex-1 basis-56 items-end gap-1">
        <div className="min-w-0 flex-1">
          <ProfileChoice draft={draft} onDraft={onDraft} labelHidden={isShort} />
        </div>
        <IconButton
          label="New profile"
          icon={<Plus size={16} aria-hidden="true" />}
          disabled={draft.others.length + 1 >= profileLimit}
          onClick={() => setNaming(true)}
        />
        <IconButton
          label="Delete this profile"
          icon={<Trash2 size={16} aria-hidden="true" />}
          disabled={draft.profile === ''}
          onClick={remove}
        />
      </div>
      <p className="min-w-0 flex-1 basis-56 text-xs break-words text-muted">
        {changed.length === 0
          ? 'Nothing differs from the usual options.'
          : `Changed: ${visibleLine(changed.join(', '))}.`}
      </p>
      {isNaming && <NameDialog draft={draft} onDraft={onDraft} onClose={() => setNaming(false)} />}
    </div>
  );
}

/** The selection of the profile that the next run has. */
export function ProfileChoice<Draft extends ProfiledOptions>(
  props: ProfileBarProps<Draft> & { labelHidden?: boolean },
) {
  const { draft, onDraft, labelHidden = false } = props;
  return (
    <SelectField
      label="Profile"
      labelHidden={labelHidden}
      value={draft.profile}
      onValue={(profile) => onDraft(chooseProfile(draft, profile))}
      options={profileNames(draft).map((value) => ({ value, label: value === '' ? 'Default' : value }))}
    />
  );
}

function NameDialog<Draft extends ProfiledOptions>(props: ProfileBarProps<Draft> & { onClose(): void }) {
  const { draft, onDraft, onClose } = props;
  const [typed, setTyped] = useState('');
  const problem = profileNameProblem(draft, typed);
  const add = () => {
    if (problem !== undefined) return;
    onDraft(addProfile(draft, typed));
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title="New profile">
      <Form error={undefined} onSubmit={add} className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          A named set of options, such as staging or production. It begins as a copy of the options that are selected
          now.
        </p>
        <TextField
          label="Name of the profile"
          autoFocus
          maxLength={longestProfileName}
          value={typed}
          problem={typed === '' ? undefined : problem}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button submit kind="primary" disabled={problem !== undefined}>
            Add profile
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
