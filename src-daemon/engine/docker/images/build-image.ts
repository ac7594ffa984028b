import { randomBytes } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import type { EngineLog } from '../../engine-log.ts';
import { type LanguageFamily, languages } from '../../languages/languages.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { labels } from '../sandbox/labels.ts';
import { follow } from './base-image.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';
import { readVersions } from './versions.ts';

/** A sandbox image, pinned: the id names its very content. */
export interface SandboxImage {
  id: string;
  /** By language id, as the programs in it say. */
  versions: Readonly<Record<string, string>>;
}

export interface BuildPlace {
  link: EngineLink;
  instanceId: string;
  log: EngineLog;
  onLine: (line: string) => void;
}

export interface SandboxBuild {
  /** What the finished image is called. */
  name: string;
  family: LanguageFamily;
  /** Packed anew for each try. */
  context: () => Readable;
  dockerfile?: string;
  buildargs: Record<string, string>;
}

const lastWordsKept = 15;

/** Finds an image by name. */
export async function findImage({ docker }: EngineLink, name: string): Promise<SandboxImage | undefined> {
  try {
    const { Id: id, Config: config } = await docker.getImage(name).inspect();
    const entries = languages.map((language) => [language.id, config.Labels?.[labels.version + language.id]] as const);
    const known = entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
    return { id, versions: Object.fromEntries(known) };
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return undefined;
    throw error;
  }
}

/**
 * Builds a sandbox image, asks its languages for their versions and names it when all of them have answered.
 * @throws Error with the last words of the build, after a second try
 */
export async function buildSandboxImage(place: BuildPlace, wanted: SandboxBuild): Promise<SandboxImage> {
  await build(place, wanted).catch((error: unknown) => {
    if (place.link.lost.aborted) throw error;
    // A mirror that hiccups, or the stages cleared away by somebody meanwhile: worth one more try.
    place.log.warn({ err: error }, 'making a sandbox image failed; trying once more');
    return build(place, wanted);
  });
  const built = await findImage(place.link, wanted.name);
  if (built === undefined) throw new Error('The sandbox image vanished after it was made.');
  return built;
}

async function build(place: BuildPlace, wanted: SandboxBuild): Promise<void> {
  const { link, onLine } = place;
  const { docker } = link;
  // Of its own name, since another daemon may be making the same image.
  const id = randomBytes(6).toString('hex');
  const unnamed = `${wanted.name.split(':')[0]}:build-${id}`;
  const buildargs = { ...wanted.buildargs, BUILD: id };
  const options = { t: unnamed, buildargs, dockerfile: wanted.dockerfile ?? 'Dockerfile' };
  await buildFrom(docker, { context: wanted.context(), options, onLine, signal: link.lost });
  try {
    onLine('Asking the languages for their versions');
    const { Id: imageId } = await docker.getImage(unnamed).inspect();
    const versions = await readVersions({ ...place, imageId }, wanted.family);
    const labelled = { [labels.role]: 'image', ...prefixed(versions) };
    const onTop = packDockerfile(Buffer.from(`FROM ${unnamed}\n`));
    await buildFrom(docker, { context: onTop, options: { t: wanted.name, labels: labelled }, onLine: () => {} });
  } finally {
    await docker.getImage(unnamed).remove({ noprune: true });
    // The stages: several times the size of what came of them.
    await docker.pruneImages({ filters: { dangling: ['true'], label: [`${labels.build}=${id}`] } });
  }
}

interface BuildRequest {
  context: Readable;
  options: { t: string; dockerfile?: string; buildargs?: Record<string, string>; labels?: Record<string, string> };
  onLine: (line: string) => void;
  /** Hanging up ends the build at the engine as well. */
  signal?: AbortSignal;
}

/** Builds an image from a context. @throws Error with the last words of the build; the signal's reason */
export async function buildFrom(
  docker: EngineLink['docker'],
  { context, options, onLine, signal }: BuildRequest,
): Promise<void> {
  const stream = (await docker.buildImage(context, { ...options, rm: true, forcerm: true })) as Readable;
  if (signal !== undefined) addAbortSignal(signal, stream);
  const lastWords: string[] = [];
  const onWords = (line: string) => {
    lastWords.splice(0, lastWords.length - lastWordsKept + 1);
    lastWords.push(line);
    if (line.startsWith('Step ')) onLine(line);
  };
  await follow(docker, stream, onWords).catch((cause: unknown) => {
    throw new Error(`${(cause as Error).message}\n${lastWords.join('\n')}`, { cause });
  });
}

function packDockerfile(content: Buffer): Readable {
  const header = tarHeader({ path: 'Dockerfile', mode: 0o644, size: content.length });
  return Readable.from([Buffer.concat([header, content, tarPadding(content.length), tarEnd()])], { objectMode: false });
}

function prefixed(versions: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(versions).map(([id, version]) => [labels.version + id, version]));
}
