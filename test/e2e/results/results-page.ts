import type { Page } from 'playwright';
import { runCode } from '../interface.ts';

/** Runs a program and opens the view of its results. */
export async function showResults(page: Page, code: string): Promise<void> {
  await runCode(page, code);
  await page.getByRole('button', { name: /^Results \d+$/ }).click();
  await page.getByRole('region', { name: 'Results', exact: true }).waitFor();
}

/** The file that is shown in the view of the results. */
export const results = (page: Page) => page.getByRole('region', { name: 'Results', exact: true });

/** Selects a file of the list. */
export async function choose(page: Page, name: string): Promise<void> {
  await results(page).getByRole('option', { name }).click();
}
