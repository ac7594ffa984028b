/** `network proxy`, which changes a setting that no API key can change. */
import { expect, it } from 'vitest';
import { readSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { testPassword } from '../../support/daemon/test-daemon.ts';
import { commandWithDaemon } from '../command.ts';

const { forNewUser } = commandWithDaemon();
const proxy = 'http://proxy.example.com:3128';

it('sets and removes the proxy with the password of the account', async () => {
  const { user, command } = await forNewUser();
  const proxyOf = async () => (await user.client.call(readSettings, {})).network.proxy;
  const set = await command.run(['network', 'proxy', proxy], { input: testPassword });
  expect(set).toMatchObject({
    exitCode: 0,
    stdout: `No host can be allowed.\nHosts of rules are connected through ${proxy}.\n`,
  });
  expect(await proxyOf()).toBe(proxy);
  const removed = await command.run(['network', 'proxy', 'none'], { input: testPassword });
  expect(removed).toMatchObject({ exitCode: 0, stdout: 'No host can be allowed.\n' });
  expect(await proxyOf()).toBeNull();
});

it('changes nothing with a wrong password', async () => {
  const { user, command } = await forNewUser();
  const { exitCode, stderr } = await command.run(['network', 'proxy', proxy], { input: 'another password' });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 77, stderr: expect.stringContaining('password is wrong') });
  expect((await user.client.call(readSettings, {})).network.proxy).toBeNull();
});
