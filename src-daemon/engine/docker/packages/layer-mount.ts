import type { MountSettings } from 'dockerode';
import { packagesUnavailable } from '../../engine-errors.ts';
import { type Language, languages } from '../../languages/languages.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { hasLayerVolume, removeLayerVolume } from './layer-volumes.ts';

/** What a mount depends on besides the layer. */
export interface LayerPlace {
  /** Of the image, by language id. */
  versions: Readonly<Record<string, string>>;
  onMissing: (layer: string) => void;
}

/** A layer as a container gets it. */
export interface LayerMount {
  mount: MountSettings;
  /**
   * Asks, once the container has it, whether it is the layer: one that was removed meanwhile is made anew by the
   * engine, empty and without our labels. From here on nobody can remove it.
   * @throws AppError `packages_unavailable`
   */
  confirm(): Promise<void>;
  /** Removes what the engine made instead; after the container. */
  dropFalse(): Promise<void>;
}

/**
 * The mount of a job's layer where its language looks for packages by itself, so that no variable has to point there:
 * Python's local site directory, and for Node the `/node_modules` above /work, which `require` and `import` both find.
 * @throws AppError `packages_unavailable`
 */
export async function mountLayer(
  { link, layers }: { link: EngineLink; layers?: LayerPlace },
  layer: string | undefined,
  language: Language,
): Promise<LayerMount | undefined> {
  if (layer === undefined || layers === undefined) return undefined;
  const confirm = async () => {
    if (await hasLayerVolume(link.docker, layer)) return;
    layers.onMissing(layer);
    throw packagesUnavailable();
  };
  await confirm();
  return {
    mount: { Type: 'volume', Source: layer, Target: targetOf(language, layers.versions), ReadOnly: true },
    confirm,
    dropFalse: async () => {
      if (!(await hasLayerVolume(link.docker, layer))) await removeLayerVolume(link.docker, layer);
    },
  };
}

function targetOf(language: Language, versions: LayerPlace['versions']): string {
  if (language.packageManager === 'npm') return '/node_modules';
  const python = languages.find(({ packageManager }) => packageManager === 'pip');
  const [major, minor] = (versions[python?.id ?? ''] ?? '').split('.');
  return `/usr/local/lib/python${major}.${minor}/dist-packages`;
}
