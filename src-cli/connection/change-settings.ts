import { verify } from '../../src-shared/contracts/accounts.contract.ts';
import { type Settings, type SettingsPatch, updateSettings } from '../../src-shared/contracts/settings.contract.ts';
import type { Tools } from '../toolbox.ts';
import { withSession } from './with-session.ts';

/** Changes settings that only a session can change, for which it asks for the password. Returns all settings. */
export async function changeSettings(tools: Tools, patch: SettingsPatch): Promise<Settings> {
  const { user } = await (await tools.connector.connect()).call(verify, { body: {} });
  return withSession(tools, user.email, (session) => session.call(updateSettings, { body: patch }));
}
