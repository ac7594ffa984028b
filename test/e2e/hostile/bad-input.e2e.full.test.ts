/** Every form with one invalid input: the field shows a sentence, is marked and has the focus. */
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from '../browser.ts';
import { goTo, password, register, useInterface } from '../interface.ts';

/** Expects the field to be marked, described by the sentence, and focused. */
async function expectProblem(field: Locator, sentence: string): Promise<void> {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  const described = await field.evaluate((control) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );
  expect(described).toContain(sentence);
  expect(await field.evaluate((control) => control === document.activeElement)).toBe(true);
  const note = field.page().getByText(/invalid_request/);
  expect(await note.count()).toBe(0);
}

async function fillAndSend(field: Locator, value: string): Promise<void> {
  await field.fill(value);
  await field.press('Enter');
}

describeInterface('an invalid input is reported at its field', () => {
  const ui = useInterface();

  it('on the sign-in screen', async () => {
    ui.expectErrors(400, 409);
    const page = await ui.open();
    const [email, secret] = [page.getByLabel('E-mail'), page.getByLabel('Password')];
    await email.fill('me@example');
    await page.getByLabel('Repeat it').fill(password);
    await fillAndSend(secret, password);
    await expectProblem(email, 'The e-mail address must be of the form me@example.com.');
    await email.fill('me@example.com');
    expect(await email.getAttribute('aria-invalid')).toBeNull();
    await fillAndSend(secret, 'short');
    await expectProblem(secret, 'The password must have at least 8 characters.');
    await fillAndSend(secret, 'x'.repeat(2000));
    await expectProblem(secret, 'The password is too long: the maximum is 1,024 bytes in UTF-8.');
    await secret.evaluate(typeLoneSurrogate);
    await secret.press('Enter');
    await expectProblem(secret, 'The password must be valid Unicode');
    const taken = await register(await ui.open());
    await email.fill(taken);
    await fillAndSend(secret, password);
    await expectProblem(email, 'An account with this e-mail exists on this machine');
    await page.getByRole('button', { name: 'Log in' }).click();
    await email.fill(taken);
    await fillAndSend(secret, 'x'.repeat(2000));
    await expectProblem(secret, 'The password is too long');
  });

  it('in the settings', async () => {
    ui.expectErrors(400, 401, 403);
    const page = await ui.enter();
    await goTo(page, 'Settings');
    const current = page.getByLabel('Current password');
    await current.fill('not the password');
    await fillAndSend(page.getByLabel('New password'), 'short');
    await expectProblem(page.getByLabel('New password'), 'The new password must have at least 8 characters.');
    await page.getByLabel('Repeat it').fill('a new password');
    await fillAndSend(page.getByLabel('New password'), 'a new password');
    await expectProblem(current, 'The password is wrong.');
    const numbers = [
      ['Time limit, seconds', '700', 'The time limit must be at most 600.'],
      ['Memory limit, MiB', '1', 'The memory limit must be at least 32.'],
      ['Sandboxes at the same time', '33', 'The number of sandboxes must be at most 32.'],
      ['Runs to keep', '1.5', 'The number of runs must be a whole number.'],
      ['Lock after minutes without use', '', 'The number of minutes must not be empty.'],
    ] as const;
    for (const [label, value, sentence] of numbers) {
      await fillAndSend(page.getByLabel(label), value);
      await expectProblem(page.getByLabel(label), sentence);
      await page.getByRole('button', { name: 'Undo changes' }).click();
      await page.getByText(sentence).waitFor({ state: 'detached' });
    }
    await fillAndSend(page.getByLabel('npm registry'), 'no address');
    await expectProblem(page.getByLabel('npm registry'), 'The registry must be an address that begins with http://');
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await page.getByLabel('Name', { exact: true }).fill('local');
    await page.getByLabel('Base URL').fill('http://127.0.0.1:9');
    await page.getByLabel('Model', { exact: true }).fill('m');
    await fillAndSend(page.getByLabel('API key'), 'with a space');
    await expectProblem(page.getByLabel('API key'), 'The API key must contain only ASCII letters');
    await page.getByLabel('API key').fill('');
    await fillAndSend(page.getByLabel('Base URL'), 'ftp://x');
    await expectProblem(page.getByLabel('Base URL'), 'The base URL must be an address such as');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete this account …' }).click();
    const own = page.getByRole('dialog').getByLabel('Password');
    await fillAndSend(own, '');
    await expectProblem(own, 'The password must not be empty.');
    await fillAndSend(own, 'not the password');
    await expectProblem(own, 'The password is wrong.');
  });

  it('of a secret, a key, a package and a run', async () => {
    ui.expectErrors(400);
    const page = await ui.enter();
    await goTo(page, 'Secrets');
    await page.getByRole('button', { name: 'New secret' }).click();
    const name = page.getByLabel('Name', { exact: true });
    await page.getByLabel('Value').fill('x'.repeat(70_000));
    await fillAndSend(name, 'no name');
    await expectProblem(name, 'The name must begin with a letter or _');
    await fillAndSend(name, 'PATH');
    await expectProblem(name, 'The name must not be PATH');
    await fillAndSend(name, 'GOOD');
    await expectProblem(page.getByLabel('Value'), 'The value must be at most 64 KiB in UTF-8, but has 70,000 bytes.');
    await page.getByLabel('Value').fill('a good value');
    await fillAndSend(page.getByLabel('Description'), 'x'.repeat(1001));
    await expectProblem(page.getByLabel('Description'), 'The description must have at most 1,000 characters.');
    await page.keyboard.press('Escape');
    await goTo(page, 'Access');
    await page.getByRole('button', { name: 'New key' }).click();
    await fillAndSend(page.getByLabel('Name'), 'x'.repeat(101));
    await expectProblem(page.getByLabel('Name'), 'The name must have at most 100 characters.');
    await page.getByLabel('Name').fill('CI');
    await fillAndSend(page.getByLabel('Only these secrets'), 'GOOD 1BAD');
    await expectProblem(page.getByLabel('Only these secrets'), 'Entry 2 must begin with a letter or _');
    await page.keyboard.press('Escape');
    await goTo(page, 'Packages');
    await fillAndSend(page.getByLabel('Package for Python'), 'not a name!');
    await expectProblem(page.getByLabel('Package for Python'), 'The package must be a package name (PEP 508)');
    await fillAndSend(page.getByLabel('Package for Python'), 'requests==!!');
    await expectProblem(
      page.getByLabel('Package for Python'),
      'The package must be a version or a version range (PEP 440)',
    );
    await badRunOption(page);
  });
});

async function badRunOption(page: Page): Promise<void> {
  await goTo(page, 'Run');
  const seconds = page.getByLabel('Seconds', { exact: true });
  await seconds.fill('700');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => seconds.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('The time limit must be at most 600.').waitFor();
  await page.getByText('Correct the marked field under Options.').waitFor();
  expect(await page.getByText('timeoutMs').count()).toBe(0);
  await seconds.fill('5');
  await page.getByText('The time limit must be at most 600.').waitFor({ state: 'detached' });
  const compileSeconds = page.getByLabel('Seconds to compile');
  await compileSeconds.fill('700');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => compileSeconds.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('The time limit of the compile step must be at most 600.').waitFor();
}

/** Sets a value that a keyboard cannot type, as a password manager or a script can. */
function typeLoneSurrogate(control: Element): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(control, 'long enough \ud800');
  control.dispatchEvent(new Event('input', { bubbles: true }));
}
