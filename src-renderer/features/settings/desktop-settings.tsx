import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type QuickShortcut,
  quickShortcuts,
  type ShellApi,
  type ShellSettingsPatch,
} from '../../../src-shared/shell-api.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { SelectField } from '../../ui/controls/field.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

const shortcutOptions = quickShortcuts.map((value) => ({ value, label: labelOf(value) }));
const queryKey = ['desktop-shell', 'settings'];

/** The settings of the desktop app on this computer, for all accounts. */
export function DesktopSettings({ shell }: { shell: ShellApi }) {
  const { data, error } = useQuery({ queryKey, queryFn: () => shell.readSettings() });
  const save = useMutation({
    // Passes only the patch: other mutation arguments cannot be sent to the shell.
    mutationFn: (patch: ShellSettingsPatch) => shell.saveSettings(patch),
    onSuccess: (saved) => sessionQueries().setQueryData(queryKey, saved),
  });
  return (
    <Panel title="This computer" description="Settings of the desktop app for all accounts.">
      <div className="flex flex-col gap-4 p-4">
        <ErrorNote error={error ?? save.error} />
        {data && (
          <>
            <Checkbox
              label="Open when I log in to this computer"
              hint="The app starts locked in the tray, without a window."
              checked={data.openAtLogin}
              onChecked={(openAtLogin) => save.mutate({ openAtLogin })}
            />
            <Checkbox
              label="Stay in the tray when the window is closed"
              hint="The daemon keeps serving the command line, editors and agents. Closing the window locks it."
              checked={data.keepInTray}
              onChecked={(keepInTray) => save.mutate({ keepInTray })}
            />
            <Checkbox
              label="Notify me when runs end"
              hint="While another window is in front: of runs over 10 seconds and of failed ones, by the script's name. A lock removes the notifications."
              checked={data.notifyOfRuns}
              onChecked={(notifyOfRuns) => save.mutate({ notifyOfRuns })}
            />
            <div className="max-w-sm">
              <SelectField
                label="Shortcut for the quick run window"
                hint="Works in every program, and opens a small window for a few lines of code. Escape hides it."
                value={data.quickShortcut}
                problem={data.shortcutProblem}
                onValue={(value) => save.mutate({ quickShortcut: value as QuickShortcut })}
                options={shortcutOptions}
              />
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}

function labelOf(shortcut: QuickShortcut): string {
  const mod = /mac/i.test(navigator.platform) ? 'Cmd' : 'Ctrl';
  return shortcut === 'off' ? 'Off' : shortcut.replace('CommandOrControl', mod).replaceAll('+', ' + ');
}
