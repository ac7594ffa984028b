import { engineLost } from '../../engine-errors.ts';
import { LayerError, type LayerHooks, type LayerOrder } from '../../layers.ts';
import { waitForLastEvents } from '../link/container-events.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { createDemultiplexer } from '../sandbox/demultiplex.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import {
  encodeOrder,
  InstallerProtocolError,
  type InstallLimits,
  lineCap,
  readInstallerMessage,
} from './installer-protocol.ts';

const mebibyte = 1024 * 1024;

export const installLimits: InstallLimits = {
  seconds: 600,
  bytes: 2048 * mebibyte,
  files: 200_000,
  freeBytes: 512 * mebibyte,
};
/** The daemon ends the installation this long after the time limit, if the installer has not done so. */
const graceMs = 15_000;

export interface Installed {
  versions: Record<string, string>;
  sizeBytes: number;
}

/**
 * Sends the order to the installer and waits for the result. The order is sent after the installer's hello has shown
 * that the container has the required isolation.
 * @throws LayerError; UnfitEngineError; InstallerProtocolError; AppError `engine_unavailable`; the signal's reason
 */
export function converseWithInstaller(
  context: { link: EngineLink; container: Sandbox; limits: InstallLimits },
  order: LayerOrder,
  { onLine, signal }: LayerHooks,
): Promise<Installed> {
  const { link, container, limits } = context;
  const { stream, events } = container;
  const outcome = Promise.withResolvers<Installed>();
  let isAdmitted = false;
  const admit = (bootId: string) => {
    link.isolation.admit(bootId);
    isAdmitted = true;
    stream.write(encodeOrder(order, limits));
  };
  const onMessage = (line: string) => {
    const message = readInstallerMessage(line);
    if ('hello' in message === isAdmitted) throw new InstallerProtocolError('the hello is not the first message');
    if ('hello' in message) admit(message.hello.bootId);
    else if ('log' in message) onLine(message.log);
    else if ('failed' in message) outcome.reject(new LayerError(events.oom ? 'out_of_memory' : message.failed.reason));
    else outcome.resolve({ versions: message.done.versions, sizeBytes: message.done.bytes });
  };
  const demultiplex = createDemultiplexer(splitLines(onMessage));
  stream.on('data', (chunk: Buffer) => {
    try {
      demultiplex(chunk);
    } catch (cause) {
      outcome.reject(cause);
    }
  });
  const onDeath = () => outcome.reject(new LayerError(events.oom ? 'out_of_memory' : 'died'));
  const onLost = () => outcome.reject(engineLost());
  const onAbort = () => outcome.reject(signal.reason);
  const timer = setTimeout(() => outcome.reject(new LayerError('timed_out')), limits.seconds * 1000 + graceMs);
  stream.once('close', () => void waitForLastEvents(link).then(onDeath));
  stream.once('end', () => stream.destroy());
  link.lost.addEventListener('abort', onLost, { once: true });
  signal.addEventListener('abort', onAbort, { once: true });
  if (link.lost.aborted) onLost();
  else if (signal.aborted) onAbort();

  return outcome.promise.finally(() => {
    clearTimeout(timer);
    stream.removeAllListeners('data');
    stream.on('data', () => {});
    link.lost.removeEventListener('abort', onLost);
    signal.removeEventListener('abort', onAbort);
  });
}

/** Splits a stream of bytes into lines of text. Throws if a line exceeds the cap. */
function splitLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new TextDecoder();
  let rest = '';
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > lineCap) throw new InstallerProtocolError('a line of the installer is too long');
    for (const line of lines) onLine(line);
  };
}
