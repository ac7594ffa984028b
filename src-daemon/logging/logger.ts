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
  /** The folder of the log files; it exists. */
  dir: string;
  level: string;
}

export interface LogFile {
  log: Logger;
  /** Writes out what is still in memory and closes the file; what is logged after it is lost. */
  close(): Promise<void>;
}

/**
 * The daemon's log: JSON lines in `daemon.<n>.log`, at most 5 files of 5 MB, readable by their owner only. Fields that
 * can hold a credential, code or a person's name are redacted wherever they stand, errors are cut to what is safe.
 */
export async function createLogger({ dir, level }: LoggerOptions): Promise<LogFile> {
  const stream = await openRollingFile({
    file: join(dir, 'daemon'),
    extension: '.log',
    size: fileLimit,
    limit: { count: filesKept - 1, removeOtherLogFiles: true },
    mode: 0o600,
  });
  // A folder that cannot be written to is an error of the start.
  await once(stream, 'ready');
  // A full disk must not end the daemon; what cannot be logged is lost.
  stream.on('error', () => undefined);
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: redactFields },
      // What others wrote must not act on the terminal that shows the log.
      hooks: { streamWrite: visibleJson },
      // Pino's own would copy whatever hangs on an error; the fields have been cut already.
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
    // A write to a closed file throws, and a last word must not end the process as a crash.
    stream.write = () => undefined;
  });
}

/** Pino hands a child's bindings to no formatter; children inherit this from the log. */
function redactBindings(log: Logger): void {
  const { child } = log;
  log.child = function redactedChild(this: Logger, bindings: object, options) {
    return child.call(this, redactFields(bindings), options);
  } as Logger['child'];
}
