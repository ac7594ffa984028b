import { visibleText } from '../../../src-shared/formats/visible-text.ts';
import { shortenMore } from './shorten.ts';

interface ReadableOutput {
  text: string;
  /** False if part of the output is left out. */
  isWhole: boolean;
}

/** Returns output of a program for people and models: bounded, and with visible control characters. */
export function readableOutput(output: string): ReadableOutput {
  const short = shortenMore(output);
  return { text: visibleText(short), isWhole: short === output };
}

/** Returns a part of the text of an answer; nothing for empty output. */
export function outputBlock(name: string, output: string): string[] {
  return output === '' ? [] : [`${name}:\n${readableOutput(output).text}`];
}
