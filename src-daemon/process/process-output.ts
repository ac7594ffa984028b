import { visibleJson, visibleText } from '../../src-shared/formats/visible-text.ts';

/** One JSON line on stdout, for the program that started this one. */
export function printLine(line: object): void {
  process.stdout.write(`${visibleJson(JSON.stringify(line))}\n`);
}

/** A line on stdout for people. */
export function printText(text: string): void {
  process.stdout.write(`${visibleText(text)}\n`);
}

/** A message on stderr for people: it may quote what an engine or a file says. */
export function printMessage(message: string): void {
  process.stderr.write(`${visibleText(message)}\n`);
}
