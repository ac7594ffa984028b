import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngineProxy, type EngineProxy } from '../../engine/docker/link/engine-proxy.ts';
import { describeInterface } from '../browser.ts';
import { editor, outcome, output, runCode, signInAgain, useInterface, withoutDaemon, write } from '../interface.ts';
import { checkScreen } from '../layout/check-screen.ts';

const engine = createEngineProxy();
const banner = (page: Page) => page.getByRole('status', { name: 'State of the daemon' });

describeInterface('an outage', () => {
  engineOfFile(engine);
  const ui = useInterface({ DOCKER_HOST: `unix://${engine.socketPath}` });

  it('of the daemon is shown, loses no edits, and ends with a login that shows the reason', async () => {
    ui.expectErrors(401);
    const page = await ui.enter();
    await write(page, 'print("still here")');
    await ui.killDaemon();
    await banner(page).getByText('The daemon does not answer.').waitFor();
    expect(await editor(page).innerText()).toContain('still here');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').getByText('unreachable').waitFor();
    await ui.restartDaemon();
    await banner(page).getByText('The daemon does not answer.').waitFor({ state: 'detached' });
    await page.getByText('The daemon stopped unexpectedly').waitFor();
    await signInAgain(page);
    expect(await editor(page).innerText()).toContain('still here');
    await runCode(page, 'print("and back")');
    await output(page).getByText('and back').waitFor();
  });

  it('of the daemon delays a screen that was never open, and shows it when the daemon is back', async () => {
    ui.expectErrors(...withoutDaemon);
    const page = await ui.enter();
    await write(page, 'print("still here")');
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Packages', exact: true }).click();
    await page.getByText('Loading the screen').waitFor({ state: 'attached' });
    await banner(page).getByText('The daemon does not answer.').waitFor();
    await page.unrouteAll();
    await page.getByRole('heading', { name: 'Packages' }).waitFor();
    await page.getByRole('link', { name: 'Run', exact: true }).click();
    expect(await editor(page).innerText()).toContain('still here');
  });

  it('of the engine is shown with the next step, and ends when the engine is back', async () => {
    const page = await ui.enter();
    await engine.cut();
    await banner(page).getByText('No sandbox engine').waitFor();
    await checkScreen(page, 'run-without-engine');
    await page.getByRole('link', { name: 'Secrets', exact: true }).click();
    await page.getByText('No secrets yet').waitFor();
    await engine.open();
    await banner(page).getByText('No sandbox engine').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Run', exact: true }).click();
    await runCode(page, 'print("runs again")');
    await output(page).getByText('runs again').waitFor();
  });
});

describeInterface('the embedded engine on screen', () => {
  const docker = createEngineProxy();
  engineOfFile(docker);
  const embedded = useInterface({ DOCKER_HOST: `unix://${docker.socketPath}` }, ['--engine', 'auto']);

  it('replaces Docker: a banner lists its limits and a run names its engine, until Docker is back', async () => {
    const page = await embedded.enter();
    await docker.cut();
    await banner(page).getByText('Code runs in the embedded engine').waitFor();
    await banner(page).getByText('npm run engine').waitFor();
    await runCode(page, 'print("without Docker")');
    await output(page).getByText('without Docker').waitFor();
    expect(await outcome(page).innerText()).toMatch(/Engine\s*embedded/);
    await checkScreen(page, 'run-embedded');
    await docker.open();
    await banner(page).getByText('Code runs in the embedded engine').waitFor({ state: 'detached' });
    await runCode(page, 'print("with Docker")');
    await output(page).getByText('with Docker').waitFor();
    expect(await outcome(page).innerText()).toMatch(/Engine\s*docker/);
  });
});

/**
 * Call it before the daemon's hooks: hooks registered first run last at the end, and a stopping daemon needs the proxy.
 */
function engineOfFile(proxy: EngineProxy): void {
  beforeAll(() => proxy.open());
  afterAll(() => proxy.cut());
}
