import { useQuery } from '@tanstack/react-query';
import { desktopShell } from '../../client/desktop-shell.ts';
import { settingsQuery } from '../../client/queries.ts';
import { LoadingRows } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { DesktopSettings } from './desktop-settings.tsx';
import { MachineSettings } from './machine-settings.tsx';
import { ReleaseSettings } from './release-settings.tsx';
import { RunSettings } from './run-settings.tsx';

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
      {settings && <ReleaseSettings settings={settings} />}
      {settings && <MachineSettings settings={settings} />}
    </>
  );
}
