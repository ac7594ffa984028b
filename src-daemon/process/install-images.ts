/** `npm run images [family…]`: finds or makes the images that languages live in, all of them unless some are named. */

import { furtherFamilies } from '../engine/docker/images/family-images.ts';
import { installImages } from '../engine/docker/images/install-images.ts';
import type { LanguageFamily } from '../engine/languages/languages.ts';
import { readConfig } from './config.ts';
import { printMessage, printText } from './process-output.ts';

const known: readonly LanguageFamily[] = ['base', ...furtherFamilies];
const config = readConfig([], process.env);

try {
  const versions = await installImages({
    families: choose(process.argv.slice(2)),
    runtimeDir: config.runtimeDir,
    resourcesDir: config.resourcesDir,
    environment: config.dockerEnvironment,
    onLine: printText,
  });
  for (const [id, version] of Object.entries(versions)) printText(`${id} ${version}`);
} catch (error) {
  printMessage(`npm run images: ${(error as Error).message}`);
  process.exitCode = 1;
}

function choose(names: readonly string[]): readonly LanguageFamily[] {
  const unknown = names.filter((name) => !known.some((family) => family === name));
  if (unknown.length > 0) throw new Error(`no such family: ${unknown.join(', ')}. There are ${known.join(', ')}.`);
  return names.length === 0 ? known : known.filter((family) => names.includes(family));
}
