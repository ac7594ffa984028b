import { AppError } from '../../app-error.ts';
import type { LayerStore } from '../layers.ts';
import type { EmbeddedLayers } from './installer/layer-store.ts';

export interface LayersAtHand {
  /** For those who make and remove layers. */
  store: LayerStore;
  /**
   * The file of a layer that a run is to have; undefined for a layer of another engine.
   * @throws AppError `packages_unavailable` for one that is gone, which is told
   */
  require(id: string): string | undefined;
  /** It will be wanted soon. */
  note(id: string): void;
  /** The files of those that were used last. */
  recent(): string[];
  onMissing(listener: (id: string) => void): void;
}

/** Children wait with so many layers: a waiting one takes 84 MB. */
const keptWarm = 2;

/** The layers of this engine as its runs use them. `onChange`: others than before were used last. */
export function createLayersAtHand(layers: EmbeddedLayers, onChange: () => void): LayersAtHand {
  const listeners = new Set<(id: string) => void>();
  let recent: string[] = [];

  function note(id: string): void {
    if (layers.pathOf(id) === undefined) return;
    const isNew = !recent.includes(id);
    recent = [id, ...recent.filter((other) => other !== id)].slice(0, keptWarm);
    if (isNew) onChange();
  }

  function require(id: string): string | undefined {
    if (!layers.owns(id)) return undefined;
    const path = layers.pathOf(id);
    if (path !== undefined) {
      note(id);
      return path;
    }
    for (const listener of listeners) listener(id);
    throw new AppError('packages_unavailable', 'The installed packages are gone; they are being installed again.', {
      retryAfterSeconds: 30,
    });
  }

  /** Children that wait with it end before its file does. */
  async function remove(id: string): Promise<boolean> {
    recent = recent.filter((other) => other !== id);
    onChange();
    return layers.remove(id);
  }

  return {
    store: { ...layers, remove },
    require,
    note,
    recent: () => recent.flatMap((id) => layers.pathOf(id) ?? []),
    onMissing: (listener) => listeners.add(listener),
  };
}
