import { useQuery } from '@tanstack/react-query';
import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import { desktopShell } from '../../client/desktop-shell.ts';
import { settingsQuery } from '../../client/queries.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { LoadingRows } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { type ThemeChoice, useTheme } from '../../ui/page/use-theme.ts';
import { ClusterSettings } from './cluster-settings.tsx';
import { DesktopSettings } from './desktop-settings.tsx';
import { MachineSettings } from './machine-settings.tsx';
import { RunSettings } from './run-settings.tsx';
import { SettingsSection } from './settings-section.tsx';

const choices: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The account's settings and this window's. */
export function SettingsPanels() {
  const { data: settings, error } = useQuery(settingsQuery);
  return (
    <>
      <AppearanceSettings />
      {desktopShell && <DesktopSettings shell={desktopShell} />}
      <ErrorNote error={error} />
      {settings === undefined && !error && <LoadingRows label="Loading the settings" />}
      {settings && <RunSettings settings={settings} />}
      {settings && <ClusterSettings settings={settings} />}
      {settings && <ReleaseSettings settings={settings} />}
      {settings && <MachineSettings settings={settings} />}
    </>
  );
}

function AppearanceSettings() {
  const { choice, choose } = useTheme();
  return (
    <Panel title="Appearance">
      <fieldset className="flex flex-wrap gap-6 p-4">
        <legend className="sr-only">Theme</legend>
        {choices.map(({ value, label }) => (
          <label key={value} className="flex items-center gap-2 text-sm">
            <input
              type="radio"
              name="theme"
              value={value}
              checked={choice === value}
              onChange={() => choose(value)}
              className="size-4"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}

/** Turns `strongroom with` on, which gives secrets to programs outside of the sandbox. */
function ReleaseSettings({ settings }: { settings: Settings }) {
  return (
    <SettingsSection
      title="Local programs"
      settings={settings}
      draftOf={({ secrets }) => ({ release: secrets.release })}
      patchOf={({ release }) => ({ secrets: { release } })}
    >
      {({ release }, change) => (
        <Checkbox
          label="Programs outside of the sandbox may get secrets"
          hint="The command “strongroom with” starts them, asks for your password each time, and masks what they print. Other programs of your user can read the values while such a program runs. API keys, agents and this page never get a value."
          checked={release}
          onChecked={(checked) => change({ release: checked })}
        />
      )}
    </SettingsSection>
  );
}
