import { once } from 'node:events';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { visibleJson } from '../../src-shared/formats/visible-text.ts';
import { redactFields } from './redact-fields.ts';
import { openRollingFile } from './rolling-file.ts';

const filesKept = 5;
const fileLimit = '5m';

export type { Logger } from 'pino';

interface LoggerOptions {
  /** Existing folder of the log files. */
  dir: string;
  level: string;
}

export interface LogFile {
  log: Logger;
  /** Writes buffered lines and closes the file. Later lines are lost. */
  close(): Promise<void>;
}

/**
 * Opens the daemon's log: JSON lines in `daemon.<n>.log`, at most 5 files of 5 MB, readable by their owner only. Fields that
 * can contain a credential, code or a person's name are redacted at any depth. Of errors, only safe parts are logged.
 */
export async function createLogger({ dir, level }: LoggerOptions): Promise<LogFile> {
  const stream = await openRollingFile({
    file: join(dir, 'daemon'),
    extension: '.log',
    size: fileLimit,
    limit: { count: filesKept - 1, removeOtherLogFiles: true },
    mode: 0o600,
  });
  // The start fails if the folder is not writable.
  await once(stream, 'ready');
  // A full disk must not stop the daemon; lines that cannot be written are lost.
  stream.on('error', () => undefined);
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: redactFields },
      // Untrusted text in the log must not control the terminal that shows it.
      hooks: { streamWrite: visibleJson },
      // Pino's serializer would copy all properties of an error; `redactFields` has already removed them.
      serializers: { err: (described: unknown) => described },
    },
    stream,
  );
  redactBindings(log);
  return { log, close: () => closeStream(stream) };
}

interface ClosableStream {
  write(text: string): void;
  end(): void;
  once(event: 'close', listener: () => void): unknown;
}

function closeStream(stream: ClosableStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once('close', resolve);
    stream.end();
    // A write to a closed file throws; a late log line must not crash the process.
    stream.write = () => undefined;
  });
}

/** Redacts the bindings of child loggers, which pino does not pass to the formatter. Children inherit this method. */
function redactBindings(log: Logger): void {
  const { child } = log;
  log.child = function redactedChild(this: Logger, bindings: object, options) {
    return child.call(this, redactFields(bindings), options);
  } as Logger['child'];
}
