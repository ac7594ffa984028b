import { installImages } from '../../../src-daemon/engine/docker/images/install-images.ts';
import { type LanguageFamily, languages } from '../../../src-daemon/engine/languages/languages.ts';
import { listLanguages } from '../../../src-shared/contracts/languages.contract.ts';
import { resourcesDir, runtimeDir } from '../../engine/docker/docker-fixture.ts';
import type { TestUser } from '../daemon/test-daemon.ts';
import { until } from '../until.ts';

/** The options of a test that builds an image. The large ones take minutes. */
export const inMinutes = { timeout: 1_200_000 };

/** Builds the image of a family if it is missing, and waits until the daemon finds it. */
export async function installFamily(family: LanguageFamily, client: TestUser['client']): Promise<void> {
  await installImages({ runtimeDir, resourcesDir, environment: process.env, families: [family], onLine: () => {} });
  const needed = languages.filter((language) => language.family === family);
  await until(async () => {
    const known = await client.call(listLanguages);
    return needed.every(({ id }) => known.languages.some((language) => language.id === id && language.available));
  });
}
