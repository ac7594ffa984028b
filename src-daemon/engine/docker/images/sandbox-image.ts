import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBaseImage } from './base-image.ts';
import { packContext, readImageSources, type SourceFile } from './build-context.ts';
import { type BuildContext, buildSandboxImage, findImage, type SandboxImage } from './build-image.ts';
import { findNodeBinary } from './node-binary.ts';
import { readTypeScriptFiles } from './typescript-files.ts';

const require = createRequire(import.meta.url);

export interface ImageOptions extends BuildContext {
  resourcesDir: string;
  /** Called once, only if the image must be built. */
  onBuild: () => void;
}

const repository = 'strongroom/sandbox';

/** Finds the image of these sources, or builds it, which takes about a minute with a fast Debian mirror. */
export async function ensureSandboxImage(options: ImageOptions): Promise<SandboxImage> {
  const { docker, facts } = options.link;
  const packages = [await readModuleLexer(), ...(await readTypeScriptFiles(facts.architecture))];
  const sources = await readImageSources(join(options.resourcesDir, 'sandbox'), packages);
  const node = findNodeBinary(docker, facts.architecture);
  const tag = createHash('sha256').update(`${sources.hash}\0${node.version}`).digest('hex').slice(0, 16);
  const name = `${repository}:${tag}`;
  const found = await findImage(options.link, name);
  if (found !== undefined) return found;
  options.onBuild();
  const base = await ensureBaseImage(docker, facts.architecture, options.onLine);
  return buildSandboxImage(options, {
    name,
    family: 'base',
    context: () => packContext(sources, node.pack()),
    buildargs: { BASE: base },
  });
}

/** Returns the parser that the JavaScript kernel imports from its own folder. The image has no packages of npm. */
async function readModuleLexer(): Promise<SourceFile> {
  return { path: 'kernels/node/es-module-lexer.mjs', content: await readFile(require.resolve('es-module-lexer/js')) };
}
