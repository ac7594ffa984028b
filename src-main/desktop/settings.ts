import { ShellSettings, ShellSettingsPatch } from '../../src-shared/shell-api.ts';
import { readKept, writeKept } from '../kept-file.ts';

interface SettingsDeps {
  path: string;
  setOpenAtLogin: (isOpen: boolean) => void;
}

const first: ShellSettings = { openAtLogin: false, keepInTray: false, notifyOfRuns: true, quickShortcut: 'off' };

/** Opens the shell's settings on this computer, which are stored in a small file. */
export function createSettings({ path, setOpenAtLogin }: SettingsDeps) {
  // The file of an earlier version lacks the settings that were added since.
  let settings = ShellSettings.parse({ ...first, ...readKept(path, ShellSettingsPatch, {}) });
  return {
    read: (): ShellSettings => settings,
    save: (patch: ShellSettingsPatch): ShellSettings => {
      const next = ShellSettings.parse({ ...settings, ...patch });
      if (next.openAtLogin !== settings.openAtLogin) setOpenAtLogin(next.openAtLogin);
      settings = next;
      writeKept(path, settings);
      return settings;
    },
  };
}
