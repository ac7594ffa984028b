import type { PackageManager } from '../../egress/index-hosts.ts';
import { languages } from '../languages/languages.ts';

/** Folder of the installer's sandbox for the layer (resources/installer/commands.py). */
export const layerFolder = '/layer';

/**
 * Returns the folder of a sandbox in which programs look for packages without a variable: Python's local site directory, and
 * for Node the `/node_modules` above /work, which both `require` and `import` find.
 * @param versions of the languages of the image, by language id
 */
export function packagesFolder(
  manager: PackageManager | undefined | null,
  versions: Readonly<Record<string, string>>,
): string {
  if (manager === 'npm') return '/node_modules';
  const python = languages.find(({ packageManager }) => packageManager === 'pip');
  const [major, minor] = (versions[python?.id ?? ''] ?? '').split('.');
  return `/usr/local/lib/python${major}.${minor}/dist-packages`;
}
