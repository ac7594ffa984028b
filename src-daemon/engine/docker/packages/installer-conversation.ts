import { z } from 'zod';
import { engineLost } from '../../engine-errors.ts';
import { LayerError, type LayerHooks, type LayerOrder } from '../../layers.ts';
import { BootId } from '../../protocol/hello-frame.ts';
import { waitForLastEvents } from '../link/container-events.ts';
import type { EngineLink } from '../link/engine-link.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createDemultiplexer } from '../stream/demultiplex.ts';

const mebibyte = 1024 * 1024;

/** Of one installation; kept by the installer itself, and the time once more from outside. */
export const installLimits = {
  seconds: 600,
  bytes: 2048 * mebibyte,
  files: 200_000,
  /** The disk is never filled beyond this. */
  freeBytes: 512 * mebibyte,
} as const;
const graceMs = 15_000;
const longestLine = 64 * 1024;

const Message = z.union([
  z.strictObject({ hello: z.strictObject({ bootId: BootId }) }),
  z.strictObject({ log: z.string() }),
  z.strictObject({
    done: z.strictObject({ versions: z.record(z.string(), z.string()), bytes: z.int(), files: z.int() }),
  }),
  z.strictObject({
    failed: z.strictObject({
      reason: z.enum(['installer', 'timed_out', 'too_large', 'disk_full', 'incomplete', 'needs_build']),
    }),
  }),
]);

export interface Installed {
  versions: Record<string, string>;
  sizeBytes: number;
}

/**
 * Gives the installer its order once it has shown that it has the isolation that it must, and follows it to its end;
 * resources/installer/install.py has the other side.
 * @throws LayerError; UnfitEngineError; AppError `engine_unavailable`; the signal's reason
 */
export function converseWithInstaller(
  place: { link: EngineLink; container: Sandbox; limits: typeof installLimits },
  order: LayerOrder,
  { onLine, signal }: LayerHooks,
): Promise<Installed> {
  const { link, container, limits } = place;
  const { stream, events } = container;
  const ending = Promise.withResolvers<Installed>();
  let isAdmitted = false;
  const admit = (bootId: string) => {
    link.isolation.admit(bootId);
    isAdmitted = true;
    stream.write(`${JSON.stringify(orderLine(order, limits))}\n`);
  };
  const take = (line: string) => {
    const message = Message.parse(JSON.parse(line));
    if ('hello' in message === isAdmitted) throw new Error('the installer does not keep to its protocol');
    if ('hello' in message) admit(message.hello.bootId);
    else if ('log' in message) onLine(message.log);
    else if ('failed' in message) ending.reject(new LayerError(events.oom ? 'out_of_memory' : message.failed.reason));
    else ending.resolve({ versions: message.done.versions, sizeBytes: message.done.bytes });
  };
  const demultiplex = createDemultiplexer(splitLines(take));
  stream.on('data', (chunk: Buffer) => {
    try {
      demultiplex(chunk);
    } catch (cause) {
      ending.reject(cause);
    }
  });
  const onDeath = () => ending.reject(new LayerError(events.oom ? 'out_of_memory' : 'died'));
  const onLost = () => ending.reject(engineLost());
  const onAbort = () => ending.reject(signal.reason);
  const timer = setTimeout(() => ending.reject(new LayerError('timed_out')), limits.seconds * 1000 + graceMs);
  stream.once('close', () => void waitForLastEvents(link).then(onDeath));
  stream.once('end', () => stream.destroy());
  link.lost.addEventListener('abort', onLost, { once: true });
  signal.addEventListener('abort', onAbort, { once: true });
  if (link.lost.aborted) onLost();
  else if (signal.aborted) onAbort();

  return ending.promise.finally(() => {
    clearTimeout(timer);
    stream.removeAllListeners('data');
    stream.on('data', () => {});
    link.lost.removeEventListener('abort', onLost);
    signal.removeEventListener('abort', onAbort);
  });
}

function orderLine({ packageManager, packages, source }: LayerOrder, limits: typeof installLimits) {
  return { manager: packageManager, packages, settings: { builds: true, ...source }, limits };
}

/** Cuts a stream of bytes into lines of text; a line that never ends is refused. */
function splitLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new TextDecoder();
  let rest = '';
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new Error('the installer does not keep to its protocol');
    for (const line of lines) onLine(line);
  };
}
