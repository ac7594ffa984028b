import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { editor, goTo, outcome, output, register, runCode, signInAgain, useInterface, write } from '../interface.ts';
import { focusName, tab, tabTo, type } from '../keys.ts';
import { addRule, blockedHosts, connectTo, sendTo, showNetwork } from './network-page.ts';

describeInterface('a run with network rules', () => {
  const ui = useInterface();

  it('gets its rules by keyboard alone, reports a blocked host, and runs again with it once', async () => {
    const page = await ui.enter();
    await write(page, connectTo('telemetry.example.net'));
    await tabTo(page, 'None');
    await page.keyboard.press('ArrowDown');
    await page.getByText('No host yet').waitFor();
    await tabTo(page, 'Add a host');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusName(page)).toBe('Host');
    await type(page, '127.1');
    await tab(page);
    await page.getByText('The host must be a name, not an address.').waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Control+a');
    await type(page, 'api.example.com');
    await tabTo(page, 'Allow in settings');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Allow it');
    await page.keyboard.press('Enter');
    await page.getByText('The settings allow api.example.com now.').first().waitFor();

    await page.keyboard.press('Control+Enter');
    await output(page).getByText('no connection to telemetry.example.net').waitFor();
    await tabTo(page, 'Network 1 blocked', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await blockedHosts(page).getByText('No rule allows this host.').waitFor();
    await tabTo(page, 'Allow once: telemetry.example.net');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Your settings do not allow this host.').waitFor();
    await tabTo(page, 'Allow in settings and run again');
    await page.keyboard.press('Enter');
    await output(page).getByText('connected to telemetry.example.net', { exact: true }).waitFor();
    await outcome(page).getByText('Succeeded').waitFor();
    expect(await page.getByRole('list', { name: 'Hosts' }).getByRole('listitem').count()).toBe(1);
  });

  it('does not start with an invalid rule, marks the field, and keeps what was typed', async () => {
    const page = await ui.open();
    const email = await register(page);
    await page.getByLabel('Only these hosts').check();
    await page.getByRole('button', { name: 'Add a host' }).click();
    await page.keyboard.type('https://api.example.com');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The host must be a name, not an address.').waitFor();
    await page.getByText('Correct the marked field under Options.').waitFor();
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await signInAgain(page, email);
    await editor(page).waitFor();
    expect(await page.getByLabel('Host', { exact: true }).inputValue()).toBe('https://api.example.com');
  });

  it('adds a blocked host to the rules for good', async () => {
    const page = await ui.enter();
    await addRule(page, 'api.example.com');
    await runCode(page, connectTo('telemetry.example.net'));
    await showNetwork(page);
    await page.getByRole('button', { name: 'Always for this script: telemetry.example.net' }).click();
    await page.getByRole('button', { name: 'Allow in settings and add the rule' }).click();
    await page.getByRole('group', { name: 'Rule for telemetry.example.net' }).waitFor();
    await runCode(page, connectTo('telemetry.example.net'));
    await output(page).getByText('connected to telemetry.example.net').waitFor();
  });

  it('asks about a host that no rule allows, announces it, and obeys the decision', async () => {
    const page = await ui.enter();
    await addRule(page, 'api.example.com');
    await page.getByLabel('Ask me').check();
    await write(page, `${connectTo('one.example.net')}${sendTo('one.example.net')}`);
    await page.keyboard.press('Control+Enter');
    const held = page.getByRole('region', { name: 'Connections that wait for your decision' });
    await held.getByText('one.example.net:443').waitFor();
    await page.getByText('The program waits for your decision about one.example.net, port 443.').waitFor();
    // The focus stays in the editor.
    expect(await focusName(page)).toBe('Code');
    await held.getByRole('button', { name: 'Deny: one.example.net:443' }).click();
    await held.waitFor({ state: 'detached' });
    await outcome(page)
      .getByText(/Succeeded|Failed/)
      .waitFor();
    await showNetwork(page);
    await blockedHosts(page).getByText('You refused the connection').waitFor();

    await page.keyboard.press('Control+Enter');
    await held.getByRole('button', { name: 'Allow once: one.example.net:443' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow it' }).click();
    await held.waitFor({ state: 'detached' });
    await outcome(page)
      .getByText(/Succeeded|Failed/)
      .waitFor();
    expect(await blockedHosts(page).getByText('You refused').count()).toBe(0);
  });

  it('shows its totals in the history', async () => {
    const page = await ui.enter();
    await addRule(page, 'api.example.com');
    await runCode(page, connectTo('telemetry.example.net'));
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('list', { name: 'Earlier runs' }).getByRole('button').first().click();
    const totals = page.getByRole('dialog').getByRole('region', { name: 'Totals of each host' });
    await totals.getByRole('rowheader', { name: /^telemetry\.example\.net\s*Blocked/ }).waitFor();
    await page.getByRole('dialog').getByText('api.example.com', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await goTo(page, 'Settings');
    const settings = page.getByRole('region', { name: 'Network', exact: true });
    await settings.getByRole('button', { name: 'Remove api.example.com' }).click();
    await settings.getByRole('button', { name: 'Save' }).click();
    await settings.getByText('None yet').waitFor();
  });
});
