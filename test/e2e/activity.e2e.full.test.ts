import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import { goTo, runCode, useInterface } from './interface.ts';

describeInterface('the audit log on screen', () => {
  const ui = useInterface();

  it('is filtered by action, day and text, verified and exported', async () => {
    const page = await ui.enter();
    await runCode(page, 'print(1)');
    await goTo(page, 'Activity');
    await page.getByRole('tab', { name: 'Audit log' }).click();
    const rows = page.getByRole('region', { name: 'Audit log' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel('Action').selectOption('auth.register');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Created the account')]);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Text').fill('PYTHON');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Ran code')]);
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByText('No entry matches the filter').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();

    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/^(intact|unanchored)$/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export JSON Lines' }).click(),
    ]);
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(csv.suggestedFilename()).toMatch(/^strongroom-audit-.*\.csv$/);
    const table = (await readFile(await csv.path(), 'utf8')).trim().split(/\r?\n/);
    expect(table[0]).toContain('id,user_id,action');
    expect(table).toHaveLength(5);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).action)).toEqual(['auth.register', 'code.execute', 'audit.export']);
  });
});

describeInterface('an entry about a run', () => {
  const ui = useInterface();

  it('leads to the run, and the run to its entries', async () => {
    const page = await ui.enter();
    await runCode(page, 'print("linked")');
    await runCode(page, 'print("other")');
    await goTo(page, 'Activity');
    await page.getByRole('tab', { name: 'Audit log' }).click();
    const rows = page.getByRole('region', { name: 'Audit log' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByText('What the numbers mean').click();
    await page.getByText('Numbers that are missing here belong to other accounts').waitFor();
    await rows.nth(1).getByRole('button').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Show the run' }).click();
    const preview = page.getByRole('dialog', { name: 'Earlier run' });
    await preview.getByText('linked').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await preview.getByRole('link', { name: 'Show in the audit log' }).click();
    await preview.waitFor({ state: 'detached' });
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Ran code')]);
    expect(await page.getByLabel('Text').inputValue()).not.toBe('');
    expect(new URL(page.url()).hash).toBe('#/activity');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => rows.count()).toBe(3);
  });
});

describeInterface('an API key made on screen', () => {
  const ui = useInterface();

  it('opens what its scopes say, from the copied command, until it is revoked', async () => {
    const page = await ui.enter();
    await goTo(page, 'Access');
    await page.getByText('No API keys yet').waitFor();
    expect(await page.getByRole('region', { name: 'block for curl' }).innerText()).toContain('$STRONGROOM_API_KEY');
    await page.getByRole('button', { name: 'Create a key for curl' }).click();
    expect(await page.getByRole('dialog').getByRole('checkbox', { checked: true }).count()).toBe(1);
    await page.getByLabel('Name').fill('for curl');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('rowheader', { name: 'for curl' }).waitFor();
    const command = await page.getByRole('region', { name: 'block for curl' }).innerText();
    const key = /x-api-key: (srk_\w+)/.exec(command)?.[1] ?? '';
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const run = () =>
      fetch(`${ui.url()}/api/v1/execute`, {
        method: 'POST',
        headers,
        body: '{"language":"python","code":"print(6*7)"}',
      });
    const answer = await run();
    expect(await answer.json()).toMatchObject({ status: 'succeeded', stdout: '42\n' });
    const forbidden = await fetch(`${ui.url()}/api/v1/audit-log`, { headers });
    expect(forbidden.status).toBe(403);

    await page.getByRole('button', { name: 'Revoke for curl' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    // The dialog hides the row until the key is revoked.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('rowheader', { name: 'for curl' }).waitFor({ state: 'detached' });
    expect((await run()).status).toBe(401);
  });
});

describeInterface('a secret made on screen', () => {
  const ui = useInterface();

  it('reaches programs, is masked where they print it, and is never shown again', async () => {
    const page = await ui.enter();
    await goTo(page, 'Secrets');
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByLabel('Name').fill('API_TOKEN');
    await page.getByLabel('Value').fill('s3cret-sentinel-value');
    await page.getByRole('button', { name: 'Save secret' }).click();
    await page.getByRole('rowheader', { name: 'API_TOKEN' }).waitFor();
    expect(await page.content()).not.toContain('s3cret-sentinel-value');
    await goTo(page, 'Run');
    await runCode(page, 'import os\ntoken = os.environ["API_TOKEN"]\nprint(len(token), token)');
    await page.getByRole('region', { name: 'Program output' }).getByText('21 ***').waitFor();
    await goTo(page, 'Secrets');
    await page.getByRole('button', { name: 'Delete API_TOKEN' }).click();
    await page.getByRole('button', { name: 'Delete secret' }).click();
    await page.getByText('No secrets yet').waitFor();
  });
});
