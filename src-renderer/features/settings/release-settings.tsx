import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Turns `strongroom with` on, which gives secrets to programs outside of the sandbox. */
export function ReleaseSettings({ settings }: { settings: Settings }) {
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
