import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { redactFields } from './redact-fields.ts';

const fatalLevel = 60;

/**
 * Appends one line of level `fatal` to the newest log file, in the logger's format, before it returns: for a thread that
 * ends the process, whose logger is blocked.
 * @param dir the folder of the log files
 * @throws SystemError when the file cannot be written
 */
export function writeLastLine(dir: string, fields: object, message: string): void {
  const line = { level: fatalLevel, time: new Date().toISOString(), ...redactFields(fields), msg: message };
  appendFileSync(join(dir, newestLogFile(dir)), `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** The rolling log counts its files up: `daemon.10.log` is newer than `daemon.9.log`. */
function newestLogFile(dir: string): string {
  const numbers = readdirSync(dir).flatMap((name) => /^daemon\.(\d{1,9})\.log$/.exec(name)?.[1] ?? []);
  return `daemon.${Math.max(1, ...numbers.map(Number))}.log`;
}
