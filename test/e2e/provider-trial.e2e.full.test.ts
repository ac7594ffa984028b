/** A model provider is tested, and its models are listed, before it is saved. */
import { expect, it } from 'vitest';
import { fail, modelEndpointOfFile } from '../support/network/model-endpoint.ts';
import { describeInterface } from './browser.ts';
import { goTo, useInterface } from './interface.ts';
import { checkScreen } from './layout/check-screen.ts';

describeInterface('the form of a model provider', () => {
  const ui = useInterface();
  const endpoint = modelEndpointOfFile();
  const minutes = 60_000;

  it('lists the models of the endpoint with the typed key, and saves the chosen one', {
    timeout: 4 * minutes,
  }, async () => {
    const page = await ui.enter();
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Add a provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'New provider' });
    const test = dialog.getByRole('button', { name: 'Test and list models' });
    expect(await test.isDisabled()).toBe(true);
    await dialog.getByLabel('Name', { exact: true }).fill('local');
    await dialog.getByLabel('Base URL').fill(endpoint().url);
    await dialog.getByLabel('API key').fill('sk-sentinel-key-1234');
    endpoint().answerModels(fail(401, { message: 'wrong key' }));
    await test.focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('It rejects the API key.').waitFor();
    await checkScreen(page, 'provider-trial-refused');
    await dialog.getByLabel('API key').fill('sk-sentinel-key-5678');
    await dialog.getByText('It rejects the API key').waitFor({ state: 'detached' });
    endpoint().answerModels((response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: [{ id: 'first-model' }, { id: 'second-model' }] }));
    });
    await test.click();
    await dialog.getByText('The endpoint has 2 models. Choose one.').waitFor();
    await dialog.getByLabel('Models of the endpoint').selectOption('second-model');
    expect(await dialog.getByLabel('Model', { exact: true }).inputValue()).toBe('second-model');
    await checkScreen(page, 'provider-trial');
    expect(endpoint().requests.at(-1)?.headers.authorization).toBe('Bearer sk-sentinel-key-5678');
    await dialog.getByRole('button', { name: 'Save provider' }).click();
    await page.getByRole('listitem').filter({ hasText: 'second-model' }).getByText('key stored').waitFor();
  });
});
