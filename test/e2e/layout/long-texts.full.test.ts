import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import type { ApiKeyInfo } from '../../../src-shared/contracts/api-keys.contract.ts';
import { modelEndpointOfFile, say } from '../../support/network/model-endpoint.ts';
import { describeInterface } from '../browser.ts';
import { goTo, makeSecret, output, runCode, useInterface } from '../interface.ts';
import { measureScreen } from './check-screen.ts';

const long = (length: number, start = 'x') => start.padEnd(length, 'long_name_');
const secretName = long(128, 'SECRET_').toUpperCase();
/** 253 characters, which is the most that a name can have. */
const longHost = `${[60, 60, 60, 58].map((length) => 'h'.repeat(length)).join('.')}.example.org`;
const longLine = `print("${long(300)}")`;

describeInterface('no text of a user moves a control:', () => {
  const ui = useInterface();
  const endpoint = modelEndpointOfFile();

  it('lines of code, file names and the history on the Run screen', { timeout: 240_000 }, async () => {
    const page = await ui.enter();
    await runCode(page, `${longLine}\nfor n in range(3): open(f"{n}${long(200)}.csv", "w").write("a,b")`);
    await output(page).getByText('long_name').first().waitFor();
    const buffer = Buffer.from('content');
    await page
      .getByLabel('Files for the program')
      .setInputFiles([{ name: `${long(200, 'input')}.txt`, mimeType: 'text/plain', buffer }]);
    await page.getByRole('button', { name: /^Remove input/ }).waitFor();
    await measureScreen(page, 'long-run');

    const name = page.getByRole('region', { name: 'Result files' }).locator('[data-whole-on-focus]').first();
    expect(await name.evaluate(isCut)).toBe(true);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: /^Show 0/ }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await name.evaluate(isCut)).toBe(false);

    await changeReply(page, '**/api/v1/executions?*', (reply) => {
      const [run] = reply.executions as object[];
      return {
        executions: Array.from({ length: 200 }, (_, index) => ({
          ...run,
          id: `run-${index}`,
          source: `${index} ${long(100)}`,
        })),
        nextBefore: null,
      };
    });
    await goTo(page, 'Activity');
    await page
      .getByRole('button', { name: /long_name/ })
      .first()
      .waitFor();
    await measureScreen(page, 'long-activity');
    await goTo(page, 'Run');
    await page.getByRole('tab', { name: 'History' }).click();
    await expect.poll(() => page.getByRole('list', { name: 'Earlier runs' }).getByRole('listitem').count()).toBe(200);
    await measureScreen(page, 'long-history');
  });

  it('names and descriptions of secrets and of code', { timeout: 240_000 }, async () => {
    const page = await ui.enter();
    await changeReply(page, '**/api/v1/secrets', (reply) => ({
      secrets: (reply.secrets as object[]).map((secret) => ({ ...secret, description: long(1000) })),
    }));
    await makeSecret(page, secretName);
    await goTo(page, 'Run');
    await page.getByLabel('All secrets').uncheck();
    await page.getByLabel(secretName).check();
    await measureScreen(page, 'long-secret-choice');
    await goTo(page, 'Secrets');
    await page.getByText(long(30)).first().waitFor();
    await measureScreen(page, 'long-secrets');
    await page.getByRole('button', { name: `Replace ${secretName}` }).click();
    await measureScreen(page, 'long-secret-dialog');
    await page.keyboard.press('Escape');

    await goTo(page, 'Vault');
    await page.getByLabel('Master password').fill('the master password');
    await page.getByLabel('Repeat it').fill('the master password');
    await page.getByRole('button', { name: 'Set master password' }).click();
    await page.getByLabel('Name', { exact: true }).fill(long(120, 'script_'));
    await page.getByLabel('Description').fill(long(1000));
    await page.getByRole('textbox', { name: 'Vault code' }).focus();
    await page.keyboard.insertText(longLine);
    await page.getByRole('button', { name: 'Save encrypted' }).click();
    await page.getByRole('button', { name: 'Decrypt and run' }).click();
    await output(page).getByText('long_name').first().waitFor();
    await measureScreen(page, 'long-vault');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await measureScreen(page, 'long-vault-delete');
  });

  it('packages, keys, sessions, the audit log and the state of the engine', { timeout: 240_000 }, async () => {
    const page = await ui.enter({ userAgent: long(500) });
    const now = new Date().toISOString();
    const reason = `The engine does not answer: ${long(300)}.`;
    await changeReply(page, '**/api/v1/packages', () => ({
      packages: ['installed', 'failed'].map((status, index) => ({
        language: 'python',
        name: `${index}${long(120)}`,
        version: long(60, '1'),
        requested: long(60, '>='),
        status,
        ...(status === 'failed' && { error: long(2000, 'pip: ') }),
        addedAt: now,
      })),
    }));
    const key: ApiKeyInfo = {
      ...{ id: 'key-1', name: long(100), scopes: ['execute'], secretNames: [secretName], networkHosts: null },
      ...{ createdAt: now, expiresAt: now, lastUsedAt: null },
    };
    await changeReply(page, '**/api/v1/api-keys', () => ({ apiKeys: [key] }));
    await changeReply(page, '**/api/v1/audit-log?*', (reply) => ({
      ...reply,
      logs: (reply.logs as object[]).map((entry) => ({ ...entry, metadata: { name: long(600) } })),
    }));
    await changeReply(page, '**/api/v1/health', (reply) => ({
      ...reply,
      engine: { ...(reply.engine as object), status: 'unavailable', reason, nextStep: long(80) },
    }));
    await goTo(page, 'Packages');
    await page.getByText('pip: ').first().waitFor();
    await measureScreen(page, 'long-packages');
    await goTo(page, 'Access');
    await page.getByRole('button', { name: /^Revoke/ }).waitFor();
    await measureScreen(page, 'long-access');
    await goTo(page, 'Settings');
    await page.getByRole('region', { name: 'Sessions' }).getByText(long(30)).waitFor();
    await measureScreen(page, 'long-settings');
    await goTo(page, 'Activity');
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page
      .getByRole('button', { name: /long_name/ })
      .first()
      .waitFor();
    await measureScreen(page, 'long-audit');
    await page
      .getByRole('button', { name: /long_name/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('auth.register').or(page.getByRole('dialog')).first().waitFor();
    await measureScreen(page, 'long-audit-entry');
  });

  it('a request, an answer and the name of a model', { timeout: 240_000 }, async () => {
    const answer = `${long(3000, 'Words ')}\n\n\`\`\`python\n${`${longLine}\n`.repeat(40)}\`\`\`\n`;
    endpoint().answer(say(answer));
    const page = await ui.enter();
    await makeSecret(page, secretName);
    await goTo(page, 'Generate');
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await page.getByLabel('Name', { exact: true }).fill('local');
    await page.getByLabel('Base URL').fill(endpoint().url);
    await page.getByRole('dialog').getByLabel('Model').fill(long(200, 'model-'));
    await page.getByRole('button', { name: 'Save provider' }).click();
    await page.getByLabel(secretName).check();
    await page.getByLabel('Only these hosts').check();
    await page.getByRole('button', { name: 'Add a host' }).click();
    await page.keyboard.type(longHost);
    await page.getByRole('button', { name: 'Allow in settings' }).click();
    await measureScreen(page, 'long-allow');
    await page.keyboard.press('Escape');
    await page.getByLabel('What should the program do?').fill(long(2000));
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('button', { name: 'Approve and run' }).waitFor();
    await page.setViewportSize({ width: 900, height: 600 });
    await expectWholeHost(page);
    const code = await page.getByRole('textbox', { name: 'Generated code' }).locator('xpath=..').boundingBox();
    expect(code?.height).toBeGreaterThan(150);
    await measureScreen(page, 'long-generate');
    await page.getByText('Explanation by the model').click();
    await measureScreen(page, 'long-generate-said');
    await goTo(page, 'Settings');
    await page.getByText(long(50, 'model-')).first().waitFor();
    await measureScreen(page, 'long-providers');
  });

  it('an e-mail address on the sign-in screen', async () => {
    ui.expectErrors(400);
    const page = await ui.open();
    await page.getByLabel('E-mail').waitFor();
    // With the accounts of other tests, the page begins with the login.
    const creation = page.getByRole('button', { name: 'Create an account' });
    if (await creation.isVisible()) await creation.click();
    await page.getByLabel('E-mail').fill(`${long(1000)}@example.com`);
    await page.getByLabel('Password').fill('a long enough password');
    await page.getByLabel('Repeat it').fill('a long enough password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await measureScreen(page, 'long-door');
  });
});

/** Scrolls the facts of an approval to a host, and checks that its end, which says whose it is, is in view with its start. */
async function expectWholeHost(page: Page): Promise<void> {
  const facts = page.getByRole('region', { name: 'Inputs and limits of the run' });
  const host = facts.getByText(longHost);
  await host.scrollIntoViewIfNeeded();
  const [inner, outer] = [await host.boundingBox(), await facts.boundingBox()];
  expect(inner?.y).toBeGreaterThanOrEqual(outer?.y ?? Infinity);
  expect((inner?.y ?? Infinity) + (inner?.height ?? 0)).toBeLessThanOrEqual((outer?.y ?? 0) + (outer?.height ?? 0));
}

const isCut = (element: Element) => element.scrollWidth > element.clientWidth;

type Reply = Record<string, unknown>;

/** Changes the daemon's response to a GET request. */
async function changeReply(page: Page, address: string, change: (reply: Reply) => Reply): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}
