import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { redactFields } from './redact-fields.ts';

const fatalLevel = 60;

/**
 * Appends one line of level `fatal` to the newest log file synchronously, in the logger's format. A thread that ends the
 * process uses it, because the logger of the main thread is blocked then.
 * @param dir folder of the log files
 * @throws SystemError if the file cannot be written
 */
export function writeLastLine(dir: string, fields: object, message: string): void {
  const line = { level: fatalLevel, time: new Date().toISOString(), ...redactFields(fields), msg: message };
  appendFileSync(join(dir, newestLogFile(dir)), `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** Returns the newest file of the rolling log: `daemon.10.log` is newer than `daemon.9.log`. */
function newestLogFile(dir: string): string {
  const numbers = readdirSync(dir).flatMap((name) => /^daemon\.(\d{1,9})\.log$/.exec(name)?.[1] ?? []);
  return `daemon.${Math.max(1, ...numbers.map(Number))}.log`;
}
