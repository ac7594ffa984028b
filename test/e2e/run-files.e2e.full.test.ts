import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { describeInterface } from './browser.ts';
import {
  drop,
  goTo,
  makeSecret,
  outcome,
  output,
  register,
  runCode,
  signInAgain,
  useInterface,
  write,
} from './interface.ts';

describeInterface('a run on the Run screen', () => {
  const ui = useInterface();

  it('uses dropped files and the selected secrets', async () => {
    const page = await ui.enter();
    for (const name of ['FIRST_TOKEN', 'OTHER_TOKEN']) await makeSecret(page, name);
    await goTo(page, 'Run');
    await drop(page, page.getByText('or drop files and folders here'), [{ name: 'dropped.txt', text: 'from outside' }]);
    await page.getByText('dropped.txt').waitFor();
    await page.getByLabel('All secrets').uncheck();
    await page.getByLabel('OTHER_TOKEN').check();
    await runCode(
      page,
      'import os\nprint(open("dropped.txt").read(), [n for n in os.environ if n.endswith("_TOKEN")])',
    );
    await output(page).getByText("from outside ['OTHER_TOKEN']").waitFor();
    expect(await outcome(page).innerText()).toMatch(/Engine\s*docker/);
  });

  it('shows an image, and saves a file unchanged', async () => {
    const page = await ui.enter();
    await runCode(page, writePicture);
    const picture = page.getByRole('button', { name: 'Show image plot.png' }).locator('img');
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(32);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save data.bin' }).click(),
    ]);
    expect([...(await readFile(await download.path()))]).toEqual([0, 255, 10, 13]);
  });

  it('follows a run again after a reload', async () => {
    const page = await ui.open();
    const email = await register(page);
    await page.getByLabel('Seconds', { exact: true }).fill('300');
    await write(page, 'import time\nfor n in range(1, 1000):\n    print("tick", n, flush=True)\n    time.sleep(0.1)');
    await page.keyboard.press('Control+Enter');
    await output(page).getByText('tick 3', { exact: true }).waitFor();
    const seen = await lastTick(page);
    await page.reload();
    await signInAgain(page, email);
    await expect.poll(() => lastTick(page)).toBeGreaterThan(seen);
    expect(await outcome(page).innerText()).toContain('Running');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await outcome(page).getByText('Cancelled').waitFor();
  });
});

/** Returns the newest visible number of a counting program; 0 before the first. */
async function lastTick(page: Page): Promise<number> {
  const ticks = (await output(page).innerText()).matchAll(/tick (\d+)/g);
  return Math.max(0, ...Array.from(ticks, ([, n]) => Number(n)));
}

const writePicture = `
import struct, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
rows = b"".join(b"\\0" + bytes([200, 40, 40] * 32) for _ in range(16))
with open("plot.png", "wb") as file:
    file.write(b"\\x89PNG\\r\\n\\x1a\\n")
    file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", 32, 16, 8, 2, 0, 0, 0)))
    file.write(chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
with open("data.bin", "wb") as file:
    file.write(bytes([0, 255, 10, 13]))
`;
