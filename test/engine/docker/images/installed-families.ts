import { installImages } from '../../../../src-daemon/engine/docker/images/install-images.ts';
import { type LanguageFamily, languages } from '../../../../src-daemon/engine/languages/languages.ts';
import { listLanguages } from '../../../../src-shared/contracts/languages.contract.ts';
import type { TestUser } from '../../../support/daemon/test-daemon.ts';
import { until } from '../../../support/until.ts';
import { type Fixture, resourcesDir, runtimeDir } from '../docker-fixture.ts';

/** Time limit of a test or hook that installs families, in ms. The large images take minutes. */
export const installLimitMs = 1_200_000;

interface KnownLanguage {
  id: string;
  available: boolean;
}

/** Builds the missing images of these families, and waits until the engine of a suite finds them. */
export function installFamilies(families: readonly LanguageFamily[], fixture: () => Fixture): Promise<void> {
  return installAndFind(families, () => fixture().engine.languages());
}

/** The same for a suite with a whole daemon. */
export function installInDaemon(families: readonly LanguageFamily[], { client }: TestUser): Promise<void> {
  return installAndFind(families, async () => (await client.call(listLanguages)).languages);
}

async function installAndFind(
  families: readonly LanguageFamily[],
  readLanguages: () => readonly KnownLanguage[] | Promise<readonly KnownLanguage[]>,
): Promise<void> {
  await installImages({ runtimeDir, resourcesDir, environment: process.env, families, onLine: () => {} });
  const needed = languages.filter(({ family }) => families.includes(family));
  // The engine started before the images were built. It finds them on its own.
  await until(async () => {
    const known = await readLanguages();
    return needed.every(({ id }) => known.some((language) => language.id === id && language.available));
  });
}
