import { engineLost } from '../../engine-errors.ts';
import { type Installed, readInstaller } from '../../installer/installer-messages.ts';
import { encodeOrder, type InstallLimits } from '../../installer/installer-protocol.ts';
import { LayerError, type LayerHooks, type LayerOrder } from '../../layers.ts';
import { waitForLastEvents } from '../link/container-events.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { createDemultiplexer } from '../sandbox/demultiplex.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/**
 * Sends the order to the installer and waits for the result. The order is sent after the installer's hello has shown
 * that the container has the required isolation.
 * @throws LayerError; UnfitEngineError; InstallerProtocolError; AppError `engine_unavailable`; the signal's reason
 */
export function converseWithInstaller(
  context: { link: EngineLink; container: Sandbox; limits: InstallLimits },
  order: LayerOrder,
  hooks: LayerHooks,
): Promise<Installed> {
  const { link, container, limits } = context;
  const { stream, events } = container;
  const { read, fail, result } = readInstaller({
    ...{ ...hooks, limits },
    onHello: (bootId) => {
      link.isolation.admit(bootId);
      stream.write(encodeOrder(order, limits));
    },
    isOutOfMemory: () => events.oom,
  });
  const demultiplex = createDemultiplexer(read);
  stream.on('data', (chunk: Buffer) => {
    try {
      demultiplex(chunk);
    } catch (cause) {
      fail(cause);
    }
  });
  const onDeath = () => fail(new LayerError(events.oom ? 'out_of_memory' : 'died'));
  const onLost = () => fail(engineLost());
  stream.once('close', () => void waitForLastEvents(link).then(onDeath));
  stream.once('end', () => stream.destroy());
  link.lost.addEventListener('abort', onLost, { once: true });
  if (link.lost.aborted) onLost();

  return result.finally(() => {
    stream.removeAllListeners('data');
    stream.on('data', () => {});
    link.lost.removeEventListener('abort', onLost);
  });
}
