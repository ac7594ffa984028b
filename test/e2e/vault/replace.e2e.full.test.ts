/** Existing items are replaced only after a confirmation, and changes of another window are shown. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { asBearer, createApiClient } from '../../support/api-client.ts';
import { describeInterface } from '../browser.ts';
import { goTo, makeSecret, password, register, useInterface } from '../interface.ts';

describeInterface('a name that is taken', () => {
  const ui = useInterface();

  /** A second client of the same account, which acts as another window. */
  async function another(email: string) {
    const login = { method: 'POST', path: '/api/v1/auth/login', body: { email, password } };
    const { json } = await createApiClient(ui.url()).send(login);
    return createApiClient(ui.url(), asBearer((json as { token: string }).token));
  }

  it('of a secret is said while one types, and asked about, and nothing typed is lost', async () => {
    ui.expectErrors(409, 412);
    const page = await ui.open();
    const other = await another(await register(page));
    await makeSecret(page, 'API_TOKEN', 'the first value');
    await page.getByRole('button', { name: 'New secret' }).click();
    const form = page.getByRole('dialog', { name: 'New secret' });
    await form.getByLabel('Name').fill('API_TOKEN');
    await form.getByText('A secret named API_TOKEN already exists: version 1').waitFor();
    await form.getByLabel('Value').fill('the second value');
    await page.keyboard.press('Enter');
    await answer(page, 'Replace the value of API_TOKEN?', 'Cancel');
    expect(await form.getByLabel('Value').inputValue()).toBe('the second value');
    expect(await versionsOf(other)).toEqual({ API_TOKEN: 1 });
    await form.getByRole('button', { name: 'Replace secret …' }).click();
    await answer(page, 'Replace the value of API_TOKEN?', 'Replace the value');
    await form.waitFor({ state: 'detached' });
    expect(await versionsOf(other)).toEqual({ API_TOKEN: 2 });

    await page.getByRole('button', { name: 'New secret' }).click();
    await form.getByLabel('Name').fill('OF_ANOTHER_WINDOW');
    await form.getByLabel('Value').fill('typed here');
    await other.call(putSecret, { params: { name: 'OF_ANOTHER_WINDOW' }, body: { value: 'typed there' } });
    await page.keyboard.press('Enter');
    await page.getByText('OF_ANOTHER_WINDOW was saved in another window').waitFor();
    await answer(page, 'Replace the value of OF_ANOTHER_WINDOW?', 'Cancel');
    expect(await form.getByLabel('Value').inputValue()).toBe('typed here');
    expect(await versionsOf(other)).toEqual({ API_TOKEN: 2, OF_ANOTHER_WINDOW: 1 });
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Replace API_TOKEN' }).click();
    await page.getByLabel('Value').fill('the fourth value');
    await other.call(putSecret, { params: { name: 'API_TOKEN' }, body: { value: 'the third value' } });
    await page.keyboard.press('Enter');
    await page.getByText('It is now at version 3').waitFor();
    await answer(page, 'Replace the value of API_TOKEN?', 'Replace the value');
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
    expect(await versionsOf(other)).toMatchObject({ API_TOKEN: 4 });
  });

  it('of a variable of a .env file is not replaced by what was new a moment ago', async () => {
    ui.expectErrors(409, 412);
    const page = await ui.open();
    const other = await another(await register(page));
    await goTo(page, 'Secrets');
    await page.getByRole('button', { name: 'Import .env' }).click();
    await page.getByLabel('Or paste its contents').fill('FIRST=one value\nSECOND=another value\nTHIRD=a third value');
    await page.getByRole('button', { name: 'Preview' }).click();
    await other.call(putSecret, { params: { name: 'SECOND' }, body: { value: 'of another window' } });
    await page.getByRole('button', { name: 'Import 3 secrets' }).click();
    await page.getByText('SECOND was changed in another window').waitFor();
    await page.getByText('1 secret was saved.').waitFor();
    await expect.poll(() => page.getByRole('checkbox', { name: 'SECOND' }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Import 1 secret' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await versionsOf(other)).toEqual({ FIRST: 1, SECOND: 1, THIRD: 1 });
  });

  it('of a model provider, of an API key and of a package is said', async () => {
    const page = await ui.enter();
    await goTo(page, 'Settings');
    for (const model of ['model-one', 'model-two']) {
      await page.getByRole('button', { name: 'Add a provider' }).click();
      await page.getByLabel('Name', { exact: true }).fill('local');
      await page.getByLabel('Base URL').fill('http://127.0.0.1:9');
      await page.getByLabel('Model', { exact: true }).fill(model);
      await page.keyboard.press('Enter');
      if (model === 'model-two') await answer(page, 'Replace the provider local?', 'Replace it');
      await page.getByRole('dialog').first().waitFor({ state: 'detached' });
      await page.getByRole('region', { name: 'Model providers' }).getByText(model).first().waitFor();
    }
    await goTo(page, 'Access');
    for (const hint of ['Who uses the key', 'You already have a key with this name']) {
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill('CI');
      await page.getByText(hint).waitFor();
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.route('**/api/v1/packages', (route) => route.fulfill({ json: { packages: [listed] } }));
    await goTo(page, 'Packages');
    const python = page.getByRole('region', { name: 'Python', exact: true });
    await python.getByLabel('Package for Python').fill('Requests==2.32.3');
    await python.getByText('requests is already in the list as ==2.31. This changes it to ==2.32.3.').waitFor();
    await python.getByRole('button', { name: 'Paste a list' }).click();
    await page.getByLabel('List', { exact: true }).fill('requests>=3\nflask');
    await page.getByText('changes from ==2.31 to >=3').waitFor();
  });
});

const listed = {
  ...{ language: 'python', name: 'requests', version: '2.31', requested: '==2.31', status: 'installed' },
  addedAt: '2026-01-31T12:00:00.000Z',
};

async function answer(page: Page, title: string, button: string): Promise<void> {
  const question = page.getByRole('dialog', { name: title });
  await question.getByRole('button', { name: button, exact: true }).click();
  await question.waitFor({ state: 'detached' });
}

async function versionsOf(client: ReturnType<typeof createApiClient>): Promise<Record<string, number>> {
  const { secrets } = await client.call(listSecrets);
  return Object.fromEntries(secrets.map(({ name, version }) => [name, version]));
}
