import { join } from 'node:path';
import { it } from 'vitest';
import { deriveKeys } from '../../../src-daemon/crypto/key-hierarchy.ts';
import { openDatabase } from '../../../src-daemon/db/database.ts';
import { login } from '../../../src-shared/contracts/accounts.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { encryptCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { fileKeyStore } from '../../daemon/items/older-release.ts';
import { asBearer, createApiClient } from '../../support/api-client.ts';
import { describeInterface } from '../browser.ts';
import { goTo, password, register, signInAgain, useInterface } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';

describeInterface('an item that was rolled back', () => {
  const ui = useInterface();

  /** Changes the database directly while no daemon runs. */
  async function editDatabase(...statements: string[]): Promise<void> {
    const master = await fileKeyStore(ui.dataDir()).readMaster();
    const { database: key } = deriveKeys(master ?? new Uint8Array());
    const database = openDatabase({ path: join(ui.dataDir(), 'strongroom.db'), key });
    database.transaction((db) => {
      for (const sql of statements) db.run(sql);
    });
    database.close();
  }

  async function storeItems(email: string): Promise<void> {
    const { token } = await createApiClient(ui.url()).call(login, { body: { email, password } });
    const client = createApiClient(ui.url(), asBearer(token));
    await client.call(putSecret, { params: { name: 'BANK_TOKEN' }, body: { value: 'a secret value' } });
    const { encryptedPayload } = await client.call(encryptCode, {
      body: { masterPassword: 'master', code: 'print(1)' },
    });
    await client.call(storeCode, { params: { name: 'report' }, body: { encryptedPayload, language: 'python' } });
  }

  it('is shown at every screen and at the item, and is accepted with the password', async () => {
    ui.expectErrors(401);
    const page = await ui.open();
    const email = await register(page);
    await page.goto('about:blank');
    await storeItems(email);
    await ui.killDaemon();
    await editDatabase(
      "UPDATE secrets SET description = 'changed outside of the daemon'",
      "UPDATE encrypted_code_revisions SET language = 'bash'",
    );
    await ui.restartDaemon();
    await page.goto(ui.url());
    await signInAgain(page, email);
    await goTo(page, 'Secrets');
    await page.getByText('The database was changed outside the daemon.').waitFor();
    await page.getByText('rolled back', { exact: true }).waitFor();
    await checkScreen(page, 'rolled-back-secrets');
    await goTo(page, 'Vault');
    await page.getByText('rolled back', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Review 2 items' }).click();
    const dialog = page.getByRole('dialog', { name: 'Items changed outside the daemon' });
    await dialog.getByLabel('Account password').fill('not the password');
    await checkScreen(page, 'rolled-back-review');
    await dialog.getByRole('button', { name: 'Accept 2 items as they are' }).click();
    await dialog.getByRole('alert').getByText('invalid_credentials').waitFor();
    await dialog.getByLabel('Script report, revision 1').uncheck();
    await dialog.getByLabel('Account password').fill(password);
    await dialog.getByRole('button', { name: 'Accept 1 item as it is' }).click();
    await page.getByRole('button', { name: 'Review 1 item' }).click();
    await dialog.getByLabel('Account password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('The database was changed outside the daemon.').waitFor({ state: 'detached' });
    await page.getByText('rolled back', { exact: true }).waitFor({ state: 'detached' });
  });
});
