import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { drop, useInterface } from '../interface.ts';
import { importField, openVault, scriptRow } from './vault-page.ts';

const files = Array.from({ length: 200 }, (_, index) => ({ name: `file-${index}.py`, text: `print(${index})` }));

describeInterface('an import of 200 files', () => {
  const ui = useInterface();

  it('counts, derives one key, keeps what is stored when it is cancelled, and lists each failure', async () => {
    const page = await ui.enter();
    await openVault(page);
    const salts = new Set<string>();
    let count = 0;
    let allowed = 40;
    let release: (() => void) | undefined;
    await page.route('**/api/v1/zk/code/*', async (route) => {
      salts.add(route.request().postDataJSON().encryptedPayload.salt);
      count += 1;
      if (count > allowed) await new Promise<void>((resolve) => (release = resolve));
      await route.continue();
    });
    await drop(page, importField(page), files);
    const dialog = page.getByRole('dialog', { name: 'Import files' });
    await dialog.getByText('40 of 200').waitFor();
    expect(await dialog.getByRole('progressbar').getAttribute('value')).toBe('40');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    release?.();
    await dialog.getByText('Cancelled after 41 of 200: 41 files were imported').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    // The tree renders only the visible rows.
    await expect.poll(() => scriptRow(page, 'file-').first().getAttribute('aria-setsize')).toBe('41');
    expect(salts.size).toBe(1);

    allowed = Number.POSITIVE_INFINITY;
    await drop(page, importField(page), [
      { name: 'fine.py', text: 'print(1)' },
      { name: 'fine.py', text: 'print(2)' },
      { name: 'large.py', text: '#'.repeat(1024 * 1024 + 1) },
    ]);
    const failures = dialog.getByRole('region', { name: 'What failed' });
    await failures.getByText('Another file of this import is already saved as fine.py.').waitFor();
    await failures.getByText('The file is larger than 1 MiB').waitFor();
    await dialog.getByText('1 file was imported, of 3.').waitFor();
  });
});
