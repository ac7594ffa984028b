import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { drop, useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';
import { importField, openVault, scriptRow } from './vault-page.ts';

describeInterface('an export of plain files', () => {
  const ui = useInterface();

  it('warns first, and has the selected scripts with safe names', { timeout: 300_000 }, async () => {
    const page = await ui.enter();
    await openVault(page);
    await drop(page, importField(page), [
      { name: 'report.py', text: 'print("ä")\n' },
      { name: 'Report.py', text: 'print(2)\n' },
      { name: 'con.sh', text: 'true\n' },
      { name: 'other.py', text: 'print(3)\n' },
    ]);
    await scriptRow(page, 'other.py').waitFor();
    await page.getByRole('tree', { name: 'Scripts' }).focus();
    await page.keyboard.press('Control+a');
    await scriptRow(page, 'other.py').click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export 3 scripts' });
    await dialog.getByText('The files of a zip are not encrypted.').waitFor();
    await dialog.getByRole('region', { name: 'Other names in the zip' }).getByText('_con.sh').waitFor();
    await checkScreen(page, 'vault-zip');
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save unencrypted zip' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^strongroom-scripts-\d{4}-\d\d-\d\d\.zip$/);
    const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
    expect(Object.keys(files).toSorted()).toEqual(['Report.py', '_con.sh', 'report (2).py']);
    expect(new TextDecoder().decode(files['report (2).py'])).toBe('print("ä")\n');
    await page.getByText('3 scripts were exported.').first().waitFor();
    await page.getByRole('button', { name: 'Export as zip' }).click();
    await page.getByRole('dialog', { name: 'Export 4 scripts' }).getByRole('button', { name: 'Close' }).click();
    await checkScreen(page, 'vault-tools');
  });
});
