import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '../../../errors/app-error.ts';
import type { Language, LanguageFamily } from '../../languages/languages.ts';
import { ensureBaseImage } from './base-image.ts';
import { type ImageSources, packContext, readImageSources } from './build-context.ts';
import { type BuildContext, buildSandboxImage, findImage, type SandboxImage } from './build-image.ts';

/** The images of the language families of one connection, the base image among them. */
export interface FamilyImages {
  /**
   * Returns the image of a language. If the image is absent, starts to build it.
   * @throws AppError `language_not_installed` immediately if the image is absent
   */
  demand(language: Language): SandboxImage;
  /** Versions by language id, of all existing images. */
  versions(): Readonly<Record<string, string>>;
  /** Finds the image of a family, or builds it. @throws Error with the last lines of the build */
  install(family: LanguageFamily): Promise<SandboxImage>;
  /** Called when the engine reports that the image does not exist. */
  forget(family: LanguageFamily): void;
  close(): void;
}

export interface FamilyImagesOptions extends BuildContext {
  resourcesDir: string;
}

/** All families except the base image's. */
export const furtherFamilies = ['scripting', 'native', 'jvm'] as const satisfies readonly LanguageFamily[];

/** Images are looked for this often: another program (`npm run images`) may have built one. */
const lookMs = 5000;
const retryAfterSeconds = 60;

/** Looks for the images of all families. Absent ones are built when a run first requests them. */
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
      if (!options.link.lost.aborted) options.log.error({ err: error }, 'a family image could not be built');
    });
    throw notInstalled(language);
  }

  await look();
  // A failure means that the connection to the engine is lost, which the link reports.
  const timer = setInterval(() => void look().catch(() => {}), lookMs).unref();

  return {
    demand,
    versions: () => Object.assign({}, ...[...present.values()].map(({ versions }) => versions)),
    install,
    forget: (family) => void present.delete(family),
    close: () => clearInterval(timer),
  };
}

interface FamilyBuild {
  family: LanguageFamily;
  sources: ImageSources;
}

async function make(options: FamilyImagesOptions, base: SandboxImage, target: FamilyBuild): Promise<SandboxImage> {
  const { docker, facts } = options.link;
  const name = nameOf(target.family, target.sources, base);
  const found = await findImage(options.link, name);
  if (found !== undefined) return found;
  const debian = await ensureBaseImage(docker, facts.architecture, options.onLine);
  return buildSandboxImage(options, {
    name,
    family: target.family,
    context: () => packContext(target.sources, noMore()),
    dockerfile: `${target.family}.Dockerfile`,
    buildargs: { BASE: base.id, DEBIAN: debian },
  });
}

/** Returns the image's name. It has a hash of the base image, the Dockerfile and the scripts. */
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
