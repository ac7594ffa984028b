import { rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../../errors/app-error.ts';
import { parseJson } from '../../../wire/json.ts';
import { type Language, type LanguageFamily, languageFamilies } from '../../languages/language.ts';
import { languages } from '../../languages/languages.ts';
import { ClusterConfigError } from '../link/cluster.ts';
import { findSmallFile } from '../link/read-small-file.ts';
import { problemOfDigestReference } from './image-reference.ts';

/** The image of a language family in a registry. */
export interface ClusterImage {
  /** The name with the digest: `REGISTRY/strongroom-jvm@sha256:…`. */
  reference: string;
  /** Versions by language id. */
  versions: Readonly<Record<string, string>>;
}

/** The images that the pods of a cluster can have. */
export interface ClusterImages {
  /**
   * Returns the image of a language.
   * @throws AppError `language_not_installed` if the list does not have it; the message has the command that pushes it
   */
  of(language: Language): ClusterImage;
  /** Versions by language id, of all images. */
  versions(): Readonly<Record<string, string>>;
  /** The image of the base languages, in which packages are used. */
  base: ClusterImage;
  /** The reference of the image that installs packages; undefined for a list without one. */
  installer: string | undefined;
}

export interface ListedImage extends ClusterImage {
  family: LanguageFamily;
}

const limitBytes = 64 << 10;
const advice = '`npm run images -- --push REGISTRY` writes such a list.';
const families = languageFamilies.join(', ');

const Version = z.string('must be a text').regex(/^[\x21-\x7e]{1,64}$/, 'must be a version, such as 3.13.5');

const Reference = z
  .string('must be a text: REGISTRY/NAME@sha256:DIGEST')
  .max(400, 'must have at most 400 characters')
  .superRefine((text, context) => {
    const message = problemOfDigestReference(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

const Image = z.object(
  {
    family: z.enum(languageFamilies, `must be one of ${families}`),
    reference: Reference,
    versions: z.record(z.string().max(32), Version, 'must be the versions by language id: { "python": "3.13.5" }'),
  },
  'must be an object with family, reference and versions',
);

/** The file of `--kube-images`. Fields that a later version adds are ignored. */
const ImageList = z.object(
  {
    format: z.literal(1, 'must be 1; another format belongs to another version of Strongroom'),
    images: z
      .array(Image, 'must be the list of the images')
      .max(languageFamilies.length, `must have at most one image for each of ${families}`)
      .refine(hasOneEach, 'must have one image for each family at most')
      .refine((images) => images.some(({ family }) => family === 'base'), 'must have the image of the family base'),
    installer: z.object({ reference: Reference }, 'must be an object with reference').optional(),
  },
  'must be an object with format and images',
);

/**
 * Reads the list of `--kube-images`, which has at most 64 KiB. It has digests only, and no registry is asked.
 * @throws ClusterConfigError naming the flag, the entry of the file and the right value
 */
export async function readImageList(path: string): Promise<ClusterImages> {
  const bytes = await findSmallFile(path, 'The image list of --kube-images', limitBytes);
  if (bytes === undefined)
    throw new ClusterConfigError(`The image list of --kube-images ${path} does not exist. ${advice}`);
  const value = parseJson(bytes.toString('utf8'));
  if (value === undefined)
    throw new ClusterConfigError(`The image list of --kube-images ${path} is not JSON. ${advice}`);
  const parsed = ImageList.safeParse(value);
  if (parsed.success) return imagesOf(parsed.data.images, parsed.data.installer?.reference);
  const [{ path: field = [], message = '' } = {}] = parsed.error.issues;
  const where = field.length === 0 ? 'it' : fieldText(field);
  throw new ClusterConfigError(`The image list of --kube-images ${path}: ${where} ${message}. ${advice}`);
}

/**
 * Writes a list. Another list at this path is replaced as a whole.
 * @param installer reference of the image that installs packages
 * @throws the errors of the file system
 */
export async function writeImageList(
  path: string,
  images: readonly ListedImage[],
  installer: string | undefined,
): Promise<void> {
  const list = ImageList.parse({
    format: 1,
    images,
    ...(installer !== undefined && { installer: { reference: installer } }),
  });
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(list, undefined, 2)}\n`);
  await rename(temporary, path);
}

function hasOneEach(images: readonly { family: string }[]): boolean {
  return new Set(images.map(({ family }) => family)).size === images.length;
}

function fieldText(field: readonly PropertyKey[]): string {
  return field
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part).slice(0, 40)}`))
    .join('')
    .slice(1);
}

function imagesOf(listed: readonly ListedImage[], installer: string | undefined): ClusterImages {
  const known = listed.map(({ family, reference, versions }) => ({
    family,
    image: { reference, versions: knownVersions(family, versions) },
  }));
  const base = known.find(({ family }) => family === 'base')?.image;
  if (base === undefined) throw new Error('a list of images without the base image');
  return {
    of: (language) => {
      const found = known.find(({ family }) => family === language.family)?.image;
      // The image of an earlier version lacks the languages that were added later.
      if (found?.versions[language.id] === undefined) throw notListed(language, listed);
      return found;
    },
    versions: () => Object.assign({}, ...known.map(({ image }) => image.versions)),
    base,
    installer,
  };
}

/** Returns the versions of the languages that this daemon knows in a family. */
function knownVersions(family: LanguageFamily, versions: Readonly<Record<string, string>>): Record<string, string> {
  const entries = languages
    .filter((language) => language.family === family)
    .map(({ id }) => [id, Object.hasOwn(versions, id) ? versions[id] : undefined] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

function notListed({ name, family: needed }: Language, listed: readonly ListedImage[]): AppError {
  const others = languageFamilies.filter(
    (family) => family === needed || (family !== 'base' && listed.some((image) => image.family === family)),
  );
  return new AppError(
    'language_not_installed',
    `${name} is not in the images of this cluster. \`npm run images -- --push REGISTRY ${others.join(' ')}\` pushes them and writes the list for --kube-images; then restart the daemon.`,
  );
}
