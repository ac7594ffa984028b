import { type FormEvent, type ReactNode, useState } from 'react';
import type { Settings, SettingsPatch } from '../../../src-shared/settings.contract.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSaveSettings } from './use-save-settings.ts';

interface SettingsSectionProps<Draft> {
  title: string;
  description?: ReactNode;
  settings: Settings;
  draftOf(settings: Settings): Draft;
  patchOf(draft: Draft): SettingsPatch;
  children(draft: Draft, change: (patch: Partial<Draft>) => void): ReactNode;
}

/** A part of the settings that is changed and saved as one. */
export function SettingsSection<Draft extends object>(props: SettingsSectionProps<Draft>) {
  const { title, description, settings, draftOf, patchOf, children } = props;
  const kept = draftOf(settings);
  const [edited, setEdited] = useState<Draft>();
  const draft = edited ?? kept;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept);
  const save = useSaveSettings();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(patchOf(draft), { onSuccess: () => setEdited(undefined) });
  };
  return (
    <Panel title={title} description={description}>
      <form onSubmit={submit} className="flex flex-col gap-4 p-4">
        {children(draft, (patch) => setEdited({ ...draft, ...patch }))}
        <ErrorNote error={save.error} />
        <div className="flex gap-2">
          <Button submit kind={isChanged ? 'primary' : 'plain'} disabled={!isChanged} busy={save.isPending}>
            Save
          </Button>
          {isChanged && (
            <Button kind="quiet" onClick={() => setEdited(undefined)}>
              Undo changes
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}
