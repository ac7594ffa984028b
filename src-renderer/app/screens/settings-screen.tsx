import { AccountPanels } from '../../features/accounts/account-panels.tsx';
import { ProvidersPanel } from '../../features/generation/providers/providers-panel.tsx';
import { SettingsPanels } from '../../features/settings/settings-panels.tsx';
import { AboutPanel } from '../../features/status/about-panel.tsx';
import { BackupPanel } from '../../features/vault/backup/backup-panel.tsx';
import { Screen } from '../../ui/layout/panel.tsx';
import { PanelIndex } from '../../ui/layout/panel-index.tsx';
import { TourPanel } from '../tour/tour-panel.tsx';

export function SettingsScreen() {
  return (
    <Screen title="Settings" index={<PanelIndex label="Sections of the settings" />}>
      <SettingsPanels />
      <ProvidersPanel />
      <BackupPanel />
      <AccountPanels />
      <TourPanel />
      <AboutPanel />
    </Screen>
  );
}
