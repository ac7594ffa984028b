import { LayerError, type LayerHooks } from '../layers.ts';
import { InstallerProtocolError, type InstallLimits, readInstallerMessage } from './installer-protocol.ts';

/** The result of an installation. */
export interface Installed {
  versions: Record<string, string>;
  sizeBytes: number;
}

export interface InstallerEvents extends LayerHooks {
  /** Time limit of the installer, which ends itself then. */
  limits: Pick<InstallLimits, 'seconds'>;
  /** Called once, with the first message. It may throw. */
  onHello(bootId: string): void;
  /** True if the kernel killed a process of the installer because of the memory limit. */
  isOutOfMemory(): boolean;
}

/** The messages of one installer, up to the last one. */
export interface InstallerMessages {
  /** Reads output of the installer. It may end within a line. */
  read(chunk: Uint8Array): void;
  /** Ends the wait for the result with an error. */
  fail(error: unknown): void;
  /**
   * Resolves with the result.
   * @throws LayerError; InstallerProtocolError; what `onHello` throws, the error of `fail`, the signal's reason
   */
  result: Promise<Installed>;
}

/** The daemon ends the installation this long after the time limit, if the installer has not done so. */
const graceMs = 15_000;
/** Longest line of an installer, in characters. */
const lineCap = 64 * 1024;

/** Reads the messages of an installer, which come as lines. The first error is the result. */
export function readInstaller(events: InstallerEvents): InstallerMessages {
  const { onLine, onHello, isOutOfMemory, signal, limits } = events;
  const outcome = Promise.withResolvers<Installed>();
  let isAdmitted = false;

  function onMessage(line: string): void {
    const message = readInstallerMessage(line);
    if ('hello' in message === isAdmitted) throw new InstallerProtocolError('the hello is not the first message');
    if ('hello' in message) {
      onHello(message.hello.bootId);
      isAdmitted = true;
    } else if ('log' in message) onLine(message.log);
    else if ('failed' in message)
      outcome.reject(new LayerError(isOutOfMemory() ? 'out_of_memory' : message.failed.reason));
    else outcome.resolve({ versions: message.done.versions, sizeBytes: message.done.bytes });
  }

  const onAbort = () => outcome.reject(signal.reason);
  const timer = setTimeout(() => outcome.reject(new LayerError('timed_out')), limits.seconds * 1000 + graceMs);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const split = splitLines(onMessage);
  return {
    read: (chunk) => {
      try {
        split(chunk);
      } catch (cause) {
        outcome.reject(cause);
      }
    },
    fail: outcome.reject,
    result: outcome.promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }),
  };
}

/** Splits a stream of bytes into lines of text. Throws if a line exceeds the cap. */
function splitLines(onLine: (line: string) => void): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder();
  let rest = '';
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > lineCap) throw new InstallerProtocolError('a line of the installer is too long');
    for (const line of lines) onLine(line);
  };
}
