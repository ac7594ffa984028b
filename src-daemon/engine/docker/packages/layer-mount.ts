import type { MountSettings } from 'dockerode';
import { packagesUnavailable } from '../../engine-errors.ts';
import { packagesFolder } from '../../installer/packages-folder.ts';
import type { Language } from '../../languages/languages.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { hasLayerVolume, removeLayerVolume } from './layer-volumes.ts';

/** Options of mounts that do not depend on the layer. */
export interface LayerContext {
  /** Versions of the image's languages, by language id. */
  versions: Readonly<Record<string, string>>;
  onMissing: (layer: string) => void;
}

/** The mount of a layer in one container. */
export interface LayerMount {
  mount: MountSettings;
  /**
   * Checks, after the container was created, that the volume is the layer. If the layer was removed before, the engine
   * has created an empty volume of its name, without labels. A mounted volume cannot be removed.
   * @throws AppError `packages_unavailable`
   */
  confirm(): Promise<void>;
  /** Removes the empty volume that the engine created. Call it after the container is removed. */
  dropFalse(): Promise<void>;
}

/**
 * Returns the mount of a job's layer, at the path where the language looks for packages.
 * @throws AppError `packages_unavailable`
 */
export async function mountLayer(
  { link, layers }: { link: EngineLink; layers?: LayerContext },
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
    mount: {
      Type: 'volume',
      Source: layer,
      Target: packagesFolder(language.packageManager, layers.versions),
      ReadOnly: true,
    },
    confirm,
    dropFalse: async () => {
      if (!(await hasLayerVolume(link.docker, layer))) await removeLayerVolume(link.docker, layer);
    },
  };
}
