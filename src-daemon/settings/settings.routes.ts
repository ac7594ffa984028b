import { readSettings, updateSettings } from '../../src-shared/contracts/settings.contract.ts';
import { type EndpointHost, mountEndpoints } from '../http/mount-endpoints.ts';
import type { SettingsService } from './settings.service.ts';

export function mountSettings(host: EndpointHost, settings: SettingsService): void {
  mountEndpoints(
    host,
    { readSettings, updateSettings },
    {
      readSettings: ({ actor }) => settings.show(actor),
      updateSettings: ({ actor, body }) => settings.update(actor, body),
    },
  );
}
