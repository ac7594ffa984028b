import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { type Settings, type SettingsPatch, updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { call } from '../../client/call.ts';
import { settingsQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Form, FormError } from '../../ui/forms/form.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';

interface SettingsSectionProps<Draft> {
  title: string;
  description?: ReactNode;
  settings: Settings;
  draftOf(settings: Settings): Draft;
  patchOf(draft: Draft): SettingsPatch;
  children(draft: Draft, change: (patch: Partial<Draft>) => void): ReactNode;
}

/** A part of the settings that is saved as a whole. Its buttons are there while it has changes. */
export function SettingsSection<Draft extends object>(props: SettingsSectionProps<Draft>) {
  const { title, description, settings, draftOf, patchOf, children } = props;
  const saved = draftOf(settings);
  const [edited, setEdited] = useState<Draft>();
  const [undone, setUndone] = useState(0);
  const draft = edited ?? saved;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const save = useSaveSettings();
  const section = useRef<HTMLDivElement>(null);
  /** The buttons, one of which has the focus, are about to be removed. */
  const focusSection = () => section.current?.focus({ preventScroll: true });
  const submit = () =>
    save.mutate(patchOf(draft), {
      onSuccess: () => {
        focusSection();
        setEdited(undefined);
      },
    });
  const undo = () => {
    focusSection();
    setEdited(undefined);
    save.reset();
    // A new key resets the form, which still has the problems of the discarded input.
    setUndone(undone + 1);
  };
  return (
    <Panel title={title} description={description}>
      <div ref={section} tabIndex={-1} className="outline-none">
        <Form key={undone} error={save.error} onSubmit={submit} className="flex flex-col gap-4 p-4">
          {children(draft, (patch) => setEdited({ ...draft, ...patch }))}
          <FormError error={save.error} />
          {(isChanged || save.isPending) && (
            <div className="flex gap-2">
              <Button submit kind="primary" busy={save.isPending}>
                Save
              </Button>
              <Button kind="quiet" onClick={undo}>
                Undo changes
              </Button>
            </div>
          )}
        </Form>
      </div>
    </Panel>
  );
}

/** Saves a change of the settings and shows the settings that the daemon returns. */
function useSaveSettings() {
  return useMutation({
    mutationFn: (body: SettingsPatch) => call(updateSettings, { body }),
    onSuccess: (settings: Settings) => {
      sessionQueries().setQueryData(settingsQuery.queryKey, settings);
      showToast('Settings saved.');
    },
  });
}
