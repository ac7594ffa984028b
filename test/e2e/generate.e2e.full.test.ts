import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { fail, hang, modelEndpointOfFile, say, sayFenced } from '../support/network/model-endpoint.ts';
import { describeInterface } from './browser.ts';
import { goTo, outcome, output, runCode, signInAgain, useInterface } from './interface.ts';
import { checkScreen } from './layout/check-screen.ts';

describeInterface('the Generate screen', () => {
  const ui = useInterface();
  const endpoint = modelEndpointOfFile();

  /** Opens the Generate screen of a new account with the endpoint as its provider. */
  async function enterWithProvider(): Promise<Page> {
    const page = await ui.enter();
    await goTo(page, 'Generate');
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await addProvider(page, endpoint().url);
    return page;
  }

  it('asks for a provider first, adds and tests it, and never shows its key again', async () => {
    const page = await ui.enter();
    await goTo(page, 'Generate');
    await page.getByText('Add a model provider first').waitFor();
    await checkScreen(page, 'generate-no-provider');
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await page.getByRole('button', { name: 'Ollama' }).click();
    expect(await page.getByLabel('Base URL').inputValue()).toBe('http://127.0.0.1:11434');
    await page.getByLabel('Base URL').fill('ftp://somewhere');
    await page.getByText('must be an address such as').waitFor();
    await checkScreen(page, 'generate-new-provider');
    await addProvider(page, endpoint().url, 'sk-sentinel-key-1234');
    await goTo(page, 'Settings');
    const row = page.getByRole('listitem').filter({ hasText: 'test-model' });
    await row.getByText('key stored').waitFor();
    await row.getByRole('button', { name: 'Test connection' }).click();
    await row.getByText('ok', { exact: true }).waitFor();
    expect(endpoint().requests.at(-1)?.headers.authorization).toBe('Bearer sk-sentinel-key-1234');
    await checkScreen(page, 'settings-providers');
    await row.getByRole('button', { name: 'Change' }).click();
    expect(await page.getByLabel('API key').inputValue()).toBe('');
    expect(await page.content()).not.toContain('sk-sentinel-key-1234');
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete provider' }).click();
    await page.getByText('No model providers yet').waitFor();
  });

  it('runs code only after approval, and asks again after a change', async () => {
    endpoint().answer(sayFenced('print("from a model")\n'));
    const page = await enterWithProvider();
    await checkScreen(page, 'generate-empty');
    await ask(page, 'Say something.');
    await page.getByText('Not approved yet').waitFor();
    expect(await output(page).innerText()).not.toContain('from a model');
    await checkScreen(page, 'generate-card');
    await page.getByRole('button', { name: 'Approve and run' }).click();
    await output(page).getByText('from a model').waitFor();
    await outcome(page).getByText('Succeeded').waitFor();
    await page.getByText(/^Approved/).waitFor();
    await page.getByRole('button', { name: 'Run again' }).waitFor();
    await checkScreen(page, 'generate-ran');
    await page.getByRole('textbox', { name: 'Generated code' }).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('print("and from me")\n');
    await page.getByText('Changed since it was approved').waitFor();
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByRole('textbox', { name: 'Changes' }).getByText('and from me').waitFor();
    await checkScreen(page, 'generate-changed');
    await page.getByRole('button', { name: 'Approve and run' }).click();
    await output(page).getByText('and from me').waitFor();
  });

  it('asks for approval again when other secrets are selected, and sends only their names to the model', async () => {
    endpoint().answer(sayFenced('import os\nprint(len(os.environ["API_TOKEN"]))\n'));
    const page = await enterWithProvider();
    await goTo(page, 'Secrets');
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByLabel('Name').fill('API_TOKEN');
    await page.getByLabel('Value').fill('sentinel-value-of-a-secret');
    await page.getByRole('button', { name: 'Save secret' }).click();
    await page.getByRole('rowheader', { name: 'API_TOKEN' }).waitFor();
    await goTo(page, 'Generate');
    await page.getByLabel('API_TOKEN').check();
    await ask(page, 'Print the length of my token.');
    await page.getByRole('button', { name: 'Approve and run' }).click();
    await output(page).getByText('26').waitFor();
    await page.getByText(/^Approved/).waitFor();
    await page.getByLabel('API_TOKEN').uncheck();
    await page.getByText('Changed since it was approved').waitFor();
    const [request] = endpoint().requests.filter(({ method }) => method === 'POST');
    expect(request?.text).toContain('API_TOKEN');
    expect(request?.text).not.toContain('sentinel-value-of-a-secret');
  });

  it('takes a program that failed on Run, and sends it only when the repair is asked for', async () => {
    endpoint().answer(sayFenced('print("works now")\n'));
    const page = await enterWithProvider();
    await goTo(page, 'Run');
    await runCode(page, 'import sys\nsys.exit("the mistake")\n');
    await outcome(page).getByText('Failed').waitFor();
    await checkScreen(page, 'run-failed-repairable');
    const asked = () => endpoint().requests.filter(({ method }) => method === 'POST');
    const before = asked().length;
    await page.getByRole('button', { name: 'Fix with a model' }).click();
    await page.getByRole('button', { name: 'Ask for a repair (1 of 3)' }).waitFor();
    expect(await page.getByLabel('What should the program do?').inputValue()).toContain('Repair this program');
    await checkScreen(page, 'generate-own-program');
    expect(asked()).toHaveLength(before);
    await page.getByRole('button', { name: 'Your program' }).getByText('failed').waitFor();
    await page.getByRole('button', { name: 'Ask for a repair (1 of 3)' }).click();
    await page.getByRole('button', { name: 'Repair 1' }).waitFor();
    expect(asked().at(-1)?.text).toContain('the mistake');
    await page.getByRole('button', { name: 'Approve and run' }).click();
    await output(page).getByText('works now').waitFor();
  });

  it('shows the changes of each repair, and stops when the model returns the same code', async () => {
    const repaired = sayFenced('print("repaired")\nraise SystemExit(3)\n');
    endpoint().answer(sayFenced('print(1 / 0)\n'), repaired, repaired);
    const page = await enterWithProvider();
    await ask(page, 'Divide.');
    await page.getByRole('button', { name: 'Approve and run' }).click();
    await page.getByRole('button', { name: 'Ask for a repair (1 of 3)' }).click();
    await page.getByRole('button', { name: 'Repair 1' }).waitFor();
    const asked = endpoint().requests.filter(({ method }) => method === 'POST');
    expect(asked.at(-1)?.text).toContain('ZeroDivisionError');
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByRole('textbox', { name: 'Changes' }).getByText('repaired').waitFor();
    await page.getByRole('button', { name: 'Approve and run' }).click();
    await output(page).getByText('repaired').waitFor();
    await checkScreen(page, 'generate-repaired');
    await page.getByRole('button', { name: 'Ask for a repair (2 of 3)' }).click();
    await page.getByText('The model returned the same code again').waitFor();
    await page.getByRole('button', { name: 'First answer' }).click();
    await page.getByRole('textbox', { name: 'Generated code' }).getByText('1 / 0').waitFor();
  });

  it('shows the error of the endpoint, keeps the request, and cancels a request that hangs', async () => {
    endpoint().answer(fail(401), hang);
    const page = await enterWithProvider();
    await ask(page, 'Anything.');
    await page.getByRole('alert').getByText('model_key_refused').waitFor();
    expect(await page.getByLabel('What should the program do?').inputValue()).toBe('Anything.');
    await checkScreen(page, 'generate-refused');
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByText('Waiting for the model').waitFor();
    await checkScreen(page, 'generate-waiting');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Generate' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('restores its request, answers and changes after a lock, and asks for approval again', async () => {
    endpoint().answer(sayFenced('print("as written")\n'), sayFenced('print("the second")\n'));
    const page = await enterWithProvider();
    const code = page.getByRole('textbox', { name: 'Generated code' });
    await ask(page, 'Keep this.');
    await page.getByRole('button', { name: 'Approve and run' }).click();
    await output(page).getByText('as written').waitFor();
    await page.getByText(/^Approved/).waitFor();
    await code.press('Control+Home');
    await page.keyboard.type('# mine\n');
    await page.getByLabel('Seconds', { exact: true }).fill('9');
    await page.getByText('Draft saved').waitFor();
    await page.keyboard.press('Control+l');
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    await signInAgain(page);
    await code.getByText('# mine').waitFor();
    await page.getByText('Not approved yet').waitFor();
    expect(await page.getByLabel('What should the program do?').inputValue()).toBe('Keep this.');
    expect(await page.getByLabel('Seconds', { exact: true }).inputValue()).toBe('9');

    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('dialog', { name: 'Replace the answers?' }).getByRole('button', { name: 'Cancel' }).click();
    await code.getByText('# mine').waitFor();
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('button', { name: 'Replace them' }).click();
    await code.getByText('the second').waitFor();
  });

  it('shows hostile answers as text', async () => {
    const code = 'print("<img src=x onerror=alert(1)>")  # \u202egnirts a si siht\n';
    endpoint().answer(
      say(`<script>alert(1)</script> \u202e\u001b[31m\n\n\`\`\`python\n${code}\`\`\`\n${'x'.repeat(200_000)}`),
    );
    const page = await enterWithProvider();
    await ask(page, 'Be hostile.');
    await page.getByRole('textbox', { name: 'Generated code' }).getByText('onerror').waitFor();
    await page.getByText('Explanation by the model').click();
    await page.getByText('<script>alert(1)</script>').waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
  });

  it('can be used with the keyboard only', async () => {
    endpoint().answer(sayFenced('print("by keys")\n'));
    const page = await enterWithProvider();
    await page.getByLabel('What should the program do?').focus();
    await page.keyboard.type('Say how.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Approve and run' }).waitFor();
    await tabTo(page, 'Approve and run');
    await page.keyboard.press('Enter');
    await output(page).getByText('by keys').waitFor();
  });
});

async function addProvider(page: Page, url: string, key = ''): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('local');
  await page.getByLabel('Base URL').fill(url);
  await page.getByRole('dialog').getByLabel('Model').fill('test-model');
  if (key !== '') await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Save provider' }).click();
  await page.getByLabel('What should the program do?').waitFor();
}

async function ask(page: Page, prompt: string): Promise<void> {
  await page.getByLabel('What should the program do?').fill(prompt);
  await page.getByRole('button', { name: 'Generate' }).click();
}

/** Presses Tab until the button with this name has the focus; Escape first, where Tab indents. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === name) return;
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way by Tab to ${name}`);
}
