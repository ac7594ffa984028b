import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '../../../core/app-error.ts';
import type { Language, LanguageFamily } from '../../languages/languages.ts';
import { ensureBaseImage } from './base-image.ts';
import { type ImageSources, packContext, readImageSources } from './build-context.ts';
import { type BuildPlace, buildSandboxImage, findImage, type SandboxImage } from './build-image.ts';

/** The images on top of the one that everybody has, at one connection. */
export interface FamilyImages {
  /**
   * The image of a language; one that is absent begins to be made.
   * @throws AppError `language_not_installed`, at once
   */
  demand(language: Language): SandboxImage;
  /** By language id, of all images that are there. */
  versions(): Readonly<Record<string, string>>;
  /** Finds the image of a family, or makes it. @throws Error with the last words of the build */
  install(family: LanguageFamily): Promise<SandboxImage>;
  /** The engine says that it has no such image. */
  forget(family: LanguageFamily): void;
  close(): void;
}

export interface FamilyImagesOptions extends BuildPlace {
  resourcesDir: string;
}

/** All families but the base image's own. */
export const furtherFamilies = ['scripting', 'native', 'jvm'] as const satisfies readonly LanguageFamily[];

/** Another program (`npm run images`) may make one meanwhile. */
const lookMs = 5000;
const retryAfterSeconds = 60;

/** Looks for the images of all families; those that are absent are made when they are first wanted. */
export async function openFamilyImages(options: FamilyImagesOptions, base: SandboxImage): Promise<FamilyImages> {
  const present = new Map<LanguageFamily, SandboxImage>([['base', base]]);
  const making = new Map<LanguageFamily, Promise<SandboxImage>>();
  const sources = await readImageSources(join(options.resourcesDir, 'families'));

  async function look(): Promise<void> {
    for (const family of furtherFamilies) {
      if (present.has(family) || making.has(family)) continue;
      const found = await findImage(options.link, nameOf(family, sources, base));
      if (found !== undefined) present.set(family, found);
    }
  }

  function install(family: LanguageFamily): Promise<SandboxImage> {
    const started = making.get(family) ?? make(options, base, { family, sources });
    making.set(family, started);
    started.then(
      (image) => present.set(family, image),
      () => undefined,
    );
    return started.finally(() => making.delete(family));
  }

  function demand(language: Language): SandboxImage {
    const image = present.get(language.family);
    if (image !== undefined) return image;
    install(language.family).catch((error: unknown) => {
      if (!options.link.lost.aborted) options.log.error({ err: error }, 'a family image could not be made');
    });
    throw notInstalled(language);
  }

  await look();
  // A look that fails is a lost engine, which is noticed elsewhere.
  const timer = setInterval(() => void look().catch(() => {}), lookMs).unref();

  return {
    demand,
    versions: () => Object.assign({}, ...[...present.values()].map(({ versions }) => versions)),
    install,
    forget: (family) => void present.delete(family),
    close: () => clearInterval(timer),
  };
}

interface WantedFamily {
  family: LanguageFamily;
  sources: ImageSources;
}

async function make(options: FamilyImagesOptions, base: SandboxImage, wanted: WantedFamily): Promise<SandboxImage> {
  const { docker, facts } = options.link;
  const name = nameOf(wanted.family, wanted.sources, base);
  const found = await findImage(options.link, name);
  if (found !== undefined) return found;
  const debian = await ensureBaseImage(docker, facts.architecture, options.onLine);
  return buildSandboxImage(options, {
    name,
    family: wanted.family,
    context: () => packContext(wanted.sources, noMore()),
    dockerfile: `${wanted.family}.Dockerfile`,
    buildargs: { BASE: base.id, DEBIAN: debian },
  });
}

/** Another init, another list of packages: another image. */
function nameOf(family: LanguageFamily, sources: ImageSources, base: SandboxImage): string {
  const hash = createHash('sha256').update(`${base.id}\0${family}\0`);
  for (const { path, content } of sources.files) {
    if (path === `${family}.Dockerfile` || !path.endsWith('.Dockerfile')) hash.update(`${path}\0`).update(content);
  }
  return `strongroom/${family}:${hash.digest('hex').slice(0, 16)}`;
}

async function* noMore(): AsyncGenerator<Buffer> {}

function notInstalled({ name, family }: Language): AppError {
  return new AppError(
    'language_not_installed',
    `${name} is not installed yet. It is being installed now, which takes some minutes; \`npm run images ${family}\` does the same and shows the progress.`,
    { retryAfterSeconds },
  );
}
