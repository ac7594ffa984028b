import { useMutation } from '@tanstack/react-query';
import { type Settings, type SettingsPatch, updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { call } from '../../client/call.ts';
import { settingsQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { showToast } from '../../ui/overlays/toasts.ts';

/** Saves a change of the settings and shows the settings that the daemon returns. */
export function useSaveSettings() {
  return useMutation({
    mutationFn: (body: SettingsPatch) => call(updateSettings, { body }),
    onSuccess: (settings: Settings) => {
      sessionQueries().setQueryData(settingsQuery.queryKey, settings);
      showToast('Settings saved.');
    },
  });
}
