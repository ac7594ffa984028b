import { installImages } from '../../../../src-daemon/engine/docker/images/install-images.ts';
import { type LanguageFamily, languages } from '../../../../src-daemon/engine/languages/languages.ts';
import { until } from '../../../support/until.ts';
import { type Fixture, resourcesDir, runtimeDir } from '../docker-fixture.ts';

/** Time limit of `installFamilies`, in ms. The large images take minutes. */
export const installLimitMs = 1_200_000;

/** Builds the missing images of these families, and waits until the engine of a suite finds them. */
export async function installFamilies(families: readonly LanguageFamily[], fixture: () => Fixture): Promise<void> {
  const options = { runtimeDir, resourcesDir, environment: process.env };
  await installImages({ ...options, families, onLine: () => {} });
  const needed = languages.filter(({ family }) => families.includes(family));
  // The engine started before the images were built. It finds them on its own.
  await until(() => {
    const known = fixture().engine.languages();
    return needed.every(({ id }) => known.some((language) => language.id === id && language.available));
  });
}
