/** A session leaves no data in its window: neither on a screen of the next session nor in the page's memory. */
import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listSessions, revokeSession } from '../../../src-shared/contracts/accounts.contract.ts';
import { putProvider } from '../../../src-shared/contracts/providers.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { modelEndpointOfFile, sayFenced } from '../../support/network/model-endpoint.ts';
import { describeInterface, useBrowser } from '../browser.ts';
import { editor, goTo, makeSecret, output, runCode, write } from '../interface.ts';
import { enter, findInHeap, openBrowserProfile, openWindow, readEnd } from './session-windows.ts';

const screens = ['Run', 'Vault', 'Generate', 'Secrets', 'Packages', 'Activity', 'Access', 'Settings'];
const code = 'code_of_the_first_account';
const printed = 'OUTPUT-OF-THE-FIRST';
const secretName = 'SECRET_OF_THE_FIRST';
const masterPassword = 'master password of the first';
const prompt = 'prompt of the first account';
const generated = 'generated_for_the_first';
const keyName = 'key of the first account';

describeInterface('a session that has ended', () => {
  const browser = useBrowser();
  const daemon = testDaemonOfFile();
  const endpoint = modelEndpointOfFile();
  let profile: BrowserContext;

  beforeEach(async () => {
    profile = await openBrowserProfile(browser(), daemon().url);
  });
  afterEach(() => profile.close());

  it('leaves nothing of its account to the next one in the same window', { timeout: 120_000 }, async () => {
    const [first, second] = [await daemon().newUser(), await daemon().newUser()];
    const body = { baseUrl: endpoint().url, model: 'test-model' };
    await first.session.call(putProvider, { params: { id: 'local' }, body });
    endpoint().answer(sayFenced(`${generated} = 1`));
    const page = await openWindow(profile, first);
    const newKey = await useEverything(page);
    const texts = [code, printed, secretName, masterPassword, prompt, generated, keyName, newKey];
    expect(await findInHeap(page, texts)).toEqual(texts);

    await endWindows(first);
    await readEnd(page, 'ended from another window');
    await enter(page, second);
    for (const screen of screens) {
      await goTo(page, screen);
      await settle(page);
      const content = await page.content();
      expect(
        texts.filter((text) => content.includes(text)),
        screen,
      ).toEqual([]);
    }
    expect(await findInHeap(page, texts)).toEqual([]);
    await goTo(page, 'Vault');
    await page.getByLabel('Repeat it').waitFor();
  });

  it('by a lock, in each screen, is out of the memory of its window', { timeout: 120_000 }, async () => {
    const user = await daemon().newUser();
    const page = await openWindow(profile, user);
    const codeAt = (screen: string) => `${code}_at_${screen}`;
    for (const [index, screen] of screens.entries()) {
      if (index > 0) await enter(page, user);
      await goTo(page, 'Run');
      await write(page, `${codeAt(screen)} = 1`);
      await goTo(page, screen);
      await page.keyboard.press('Control+l');
      await page.getByRole('heading', { name: 'Locked' }).waitFor();
      expect(await page.evaluate(() => 'isSameWindow' in window), screen).toBe(false);
      expect(await page.content(), screen).not.toContain(codeAt(screen));
    }
    expect(await findInHeap(page, [...screens.map(codeAt), user.password])).toEqual([]);
  });

  async function endWindows({ client, session }: TestUser): Promise<void> {
    const { sessions } = await session.call(listSessions);
    for (const { id } of sessions.filter(({ current }) => !current))
      await client.answer(revokeSession, { params: { id } });
  }
});

/** Fills every store of the window with data. Returns a new API key. */
async function useEverything(page: Page): Promise<string> {
  await runCode(page, `${code} = "${printed.toLowerCase()}"\nprint(${code}.upper())`);
  await output(page).getByText(printed).waitFor();
  await page.getByRole('button', { name: 'Save to vault' }).click();
  await page.getByLabel('Master password').fill(masterPassword);
  await page.getByLabel('Repeat it').fill(masterPassword);
  await page.getByRole('button', { name: 'Set master password' }).click();
  await page.getByLabel('Name').fill('script');
  await page.getByRole('button', { name: 'Save encrypted' }).click();
  await page.getByText('script is saved, encrypted.').first().waitFor();
  await makeSecret(page, secretName);
  await goTo(page, 'Generate');
  await page.getByLabel('What should the program do?').fill(prompt);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Not approved yet').waitFor();
  await goTo(page, 'Access');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill(keyName);
  await page.getByRole('button', { name: 'Create key' }).click();
  const note = page.getByRole('status').filter({ hasText: 'copy the key now' });
  const [key = ''] = /srk_\w+/.exec(await note.innerText()) ?? [];
  expect(key).not.toBe('');
  return key;
}

/** Waits until a screen has loaded its data. */
async function settle(page: Page): Promise<void> {
  await editor(page)
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor();
  await page.getByText(/^Loading/).waitFor({ state: 'detached' });
}
