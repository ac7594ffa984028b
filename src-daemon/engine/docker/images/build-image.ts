import { randomBytes } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import type { EngineLog } from '../../engine-log.ts';
import { type LanguageFamily, languages } from '../../languages/languages.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { labels } from '../sandbox/labels.ts';
import { follow } from './base-image.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';
import { readVersions } from './versions.ts';

/** A sandbox image. It is pinned: the id is a digest of its content. */
export interface SandboxImage {
  id: string;
  /** Versions by language id, as the programs in the image report them. */
  versions: Readonly<Record<string, string>>;
}

export interface BuildContext {
  link: EngineLink;
  instanceId: string;
  log: EngineLog;
  onLine: (line: string) => void;
}

export interface SandboxBuild {
  /** Name of the finished image. */
  name: string;
  family: LanguageFamily;
  /** Packs the build context; called for each attempt. */
  context: () => Readable;
  dockerfile?: string;
  buildargs: Record<string, string>;
}

const retainedLines = 15;

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
 * Builds a sandbox image and asks its languages for their versions. Names the image after all of them have answered.
 * @throws Error with the last lines of the build, after a second attempt
 */
export async function buildSandboxImage(context: BuildContext, target: SandboxBuild): Promise<SandboxImage> {
  await build(context, target).catch((error: unknown) => {
    if (context.link.lost.aborted) throw error;
    // The failure may be temporary: a mirror did not answer, or a prune removed the stages during the build.
    context.log.warn({ err: error }, 'building a sandbox image failed; trying once more');
    return build(context, target);
  });
  const built = await findImage(context.link, target.name);
  if (built === undefined)
    throw new Error(
      'The sandbox image was removed right after it was built. Stop whatever prunes images, and try again.',
    );
  return built;
}

async function build(context: BuildContext, target: SandboxBuild): Promise<void> {
  const { link, onLine } = context;
  const { docker } = link;
  // A unique name, since another daemon may be building the same image.
  const id = randomBytes(6).toString('hex');
  const unnamed = `${target.name.split(':')[0]}:build-${id}`;
  const buildargs = { ...target.buildargs, BUILD: id };
  const options = { t: unnamed, buildargs, dockerfile: target.dockerfile ?? 'Dockerfile' };
  await buildFrom(docker, { context: target.context(), options, onLine, signal: link.lost });
  try {
    onLine('Asking the languages for their versions');
    const { Id: imageId } = await docker.getImage(unnamed).inspect();
    const versions = await readVersions({ ...context, imageId }, target.family);
    const labelled = { [labels.role]: 'image', ...prefixed(versions) };
    const onTop = packDockerfile(Buffer.from(`FROM ${unnamed}\n`));
    await buildFrom(docker, { context: onTop, options: { t: target.name, labels: labelled }, onLine: () => {} });
  } finally {
    await docker.getImage(unnamed).remove({ noprune: true });
    // The build stages take several times the size of the image.
    await docker.pruneImages({ filters: { dangling: ['true'], label: [`${labels.build}=${id}`] } });
  }
}

interface BuildRequest {
  context: Readable;
  options: { t: string; dockerfile?: string; buildargs?: Record<string, string>; labels?: Record<string, string> };
  onLine: (line: string) => void;
  /** Aborting closes the connection, which also ends the build at the engine. */
  signal?: AbortSignal;
}

/** Builds an image from a context. @throws Error with the last lines of the build; the signal's reason */
export async function buildFrom(
  docker: EngineLink['docker'],
  { context, options, onLine, signal }: BuildRequest,
): Promise<void> {
  const stream = (await docker.buildImage(context, { ...options, rm: true, forcerm: true })) as Readable;
  if (signal !== undefined) addAbortSignal(signal, stream);
  const lastLines: string[] = [];
  const onBuildLine = (line: string) => {
    lastLines.splice(0, lastLines.length - retainedLines + 1);
    lastLines.push(line);
    if (line.startsWith('Step ')) onLine(line);
  };
  await follow(docker, stream, onBuildLine).catch((cause: unknown) => {
    throw new Error(`${(cause as Error).message}\n${lastLines.join('\n')}`, { cause });
  });
}

function packDockerfile(content: Buffer): Readable {
  const header = tarHeader({ path: 'Dockerfile', mode: 0o644, size: content.length });
  return Readable.from([Buffer.concat([header, content, tarPadding(content.length), tarEnd()])], { objectMode: false });
}

function prefixed(versions: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(versions).map(([id, version]) => [labels.version + id, version]));
}
