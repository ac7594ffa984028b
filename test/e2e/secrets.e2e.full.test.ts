import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { deleteSecret, editSecret } from '../../src-shared/contracts/secrets.contract.ts';
import { asBearer, createApiClient } from '../support/api-client.ts';
import { describeInterface } from './browser.ts';
import { goTo, makeSecret, password, register, useInterface } from './interface.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit TOKEN' });
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save changes' });

describeInterface('the Edit dialog of a secret', () => {
  const ui = useInterface();

  /** A second client of the same account, which acts as another window. */
  async function another(email: string) {
    const login = { method: 'POST', path: '/api/v1/auth/login', body: { email, password } };
    const { json } = await createApiClient(ui.url()).send(login);
    return createApiClient(ui.url(), asBearer((json as { token: string }).token));
  }

  it('changes description and hosts without the value', async () => {
    const page = await ui.enter();
    await makeSecret(page, 'TOKEN');
    const sent = bodiesOfEdits(page);
    ui.expectErrors(400);
    await page.getByRole('button', { name: 'Edit TOKEN' }).click();
    expect(await dialog(page).getByLabel('Value', { exact: true }).count()).toBe(0);
    expect(await save(page).isDisabled()).toBe(true);
    await dialog(page).getByLabel('Description').fill('of the weather service');
    await dialog(page).getByLabel('Only in requests to these hosts').check();
    await dialog(page).getByLabel('Host', { exact: true }).fill('*.com');
    await save(page).click();
    await dialog(page).getByText('public suffix').first().waitFor();
    await dialog(page).getByLabel('Host', { exact: true }).fill('api.example.com');
    await save(page).click();
    await dialog(page).waitFor({ state: 'detached' });
    await row(page, 'TOKEN').getByText('of the weather service').waitFor();
    await row(page, 'TOKEN').getByText('api.example.com').waitFor();
    await row(page, 'TOKEN').getByRole('cell', { name: '2', exact: true }).waitFor();
    expect(sent.at(-1)).toEqual({ description: 'of the weather service', hosts: [{ host: 'api.example.com' }] });
    await goTo(page, 'Activity');
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByRole('listitem').getByText('Changed a secret without its value').first().waitFor();
  });

  it('asks before it replaces a change of another window, and says that a secret was deleted', async () => {
    const page = await ui.open();
    const other = await another(await register(page));
    await makeSecret(page, 'TOKEN');
    await page.getByRole('button', { name: 'Edit TOKEN' }).click();
    await dialog(page).getByLabel('Description').fill('mine');
    await other.call(editSecret, { params: { name: 'TOKEN' }, body: { description: 'theirs' } });
    ui.expectErrors(412);
    await save(page).click();
    const question = page.getByRole('dialog', { name: 'Save your changes of TOKEN?' });
    await question.getByText('It is now at version 2').waitFor();
    await question.getByRole('button', { name: 'Save my changes' }).click();
    await row(page, 'TOKEN').getByText('mine').waitFor();

    await page.getByRole('button', { name: 'Edit TOKEN' }).click();
    await dialog(page).getByLabel('Description').fill('late');
    await other.answer(deleteSecret, { params: { name: 'TOKEN' } });
    await save(page).click();
    await dialog(page).getByRole('alert').getByText('was deleted in another window').waitFor();
    expect(await dialog(page).getByLabel('Description').inputValue()).toBe('late');
  });
});

function bodiesOfEdits(page: Page): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') bodies.push(request.postDataJSON());
  });
  return bodies;
}
