import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import type { Styled } from '../output/reporter.ts';

const levels: Readonly<Record<number, { name: string; style?: Styled['style'] }>> = {
  10: { name: 'TRACE', style: 'dim' },
  20: { name: 'DEBUG', style: 'dim' },
  30: { name: 'INFO' },
  40: { name: 'WARN', style: 'yellow' },
  50: { name: 'ERROR', style: 'red' },
  60: { name: 'FATAL', style: 'red' },
};
const levelWidth = 5;

/**
 * Formats a JSON line of the log for people: time, level, message and the other fields, and below it the stack of an
 * error. Line ends in values stay escaped, so that no value can look like a line of its own. A line that is not a JSON
 * object is shown as it is.
 */
export function formatLogLine(line: string): Styled[] {
  const fields = parseLogLine(line);
  if (fields === undefined) return [{ text: `${visibleLine(line)}\n` }];
  const { level, time, msg, err, ...others } = fields;
  const { name, style } = levels[Number(level)] ?? { name: String(level).slice(0, levelWidth) };
  const { stack, ...errorFields } = isObject(err) ? err : {};
  const shown = Object.entries({ ...others, ...(err !== undefined && { err: isObject(err) ? errorFields : err }) });
  const tail = shown.map(
    ([key, value]) => `  ${key}=${typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value)}`,
  );
  return [
    { text: `${visibleLine(String(time ?? '-'))} ` },
    { text: visibleLine(name).padEnd(levelWidth), ...(style && { style }) },
    { text: ` ${visibleLine(String(msg ?? ''))}${visibleLine(tail.join(''))}\n` },
    ...(typeof stack === 'string' ? [{ text: indent(stack), style: 'dim' as const }] : []),
  ];
}

/** Returns the fields of a line; undefined if it is not a JSON object. */
export function parseLogLine(line: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true for a value that needs no quotes. */
function isPlain(text: string): boolean {
  return /^[\w./:@+-]{1,256}$/.test(text);
}

function indent(stack: string): string {
  return stack
    .split('\n')
    .map((line) => `    ${line.trim()}\n`)
    .join('');
}
