/** A backup of the scripts, and its reminder. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { goTo, useInterface } from '../interface.ts';
import { checkScreen, measureScreen } from '../layout/check-screen.ts';
import { openVault, writeVaultCode } from './vault-page.ts';

describeInterface('the backup of the vault', () => {
  const ui = useInterface();
  const minutes = 60_000;

  it('is reminded of quietly, is made with one click, and is put off with another', {
    timeout: 4 * minutes,
  }, async () => {
    const page = await ui.enter();
    await openVault(page);
    const reminder = page.getByRole('region', { name: 'Backup' });
    expect(await reminder.count()).toBe(0);
    await page.getByLabel('Name', { exact: true }).fill('report.py');
    await writeVaultCode(page, 'print(6 * 7)\n');
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await reminder.getByText('This browser has saved no backup of your scripts yet.').waitFor();
    await page.getByRole('button', { name: 'Decrypt and run' }).waitFor();
    await checkScreen(page, 'vault-backup-reminder');
    await reminder.getByRole('button', { name: 'Later' }).click();
    await reminder.waitFor({ state: 'detached' });

    await goTo(page, 'Settings');
    const panel = page.getByRole('region', { name: 'Backup', exact: true });
    await panel.scrollIntoViewIfNeeded();
    await measureScreen(page, 'settings-backup');
    const download = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Back up now' }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ strongroomVault: 1, code: [{ name: 'report.py' }] });
    expect(text).not.toContain('6 * 7');
    await panel.getByText('from this browser: just now.').waitFor();
    await panel.getByLabel('Remind me in the vault').selectOption('Never');
    const kept = await page.evaluate(() =>
      Object.entries(localStorage).flatMap(([key, value]) => (key.startsWith('strongroom.backup.') ? [value] : [])),
    );
    expect(kept.map((text: string) => JSON.parse(text))).toMatchObject([{ days: 0, lastAt: expect.any(Number) }]);
  });
});
