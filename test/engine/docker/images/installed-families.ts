import { installImages } from '../../../../src-daemon/engine/docker/images/install-images.ts';
import { type LanguageFamily, languages } from '../../../../src-daemon/engine/languages/languages.ts';
import { until } from '../../../support/until.ts';
import { type Fixture, resourcesDir, runtimeDir } from '../docker-fixture.ts';

/** A time limit for `installFamilies`: the large images take minutes. */
export const installLimitMs = 1_200_000;

/** Builds the images of these families where they are absent, and waits until the engine of a suite has them. */
export async function installFamilies(families: readonly LanguageFamily[], fixture: () => Fixture): Promise<void> {
  const place = { runtimeDir, resourcesDir, environment: process.env };
  await installImages({ ...place, families, onLine: () => {} });
  const needed = languages.filter(({ family }) => families.includes(family));
  // The engine started before its images were built. It finds them on its own.
  await until(() => {
    const known = fixture().engine.languages();
    return needed.every(({ id }) => known.some((language) => language.id === id && language.available));
  });
}
