import Anser from 'anser';
import { visibleText } from '../../../src-shared/formats/visible-text.ts';
import { withoutTrailing } from '../../../src-shared/formats/without-trailing.ts';

/** A part of a row in one style. */
export interface TextRun {
  text: string;
  /** `ansi-red`, or `rgb(…)` for a colour beyond the sixteen. */
  foreground: string | undefined;
  background: string | undefined;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  strikethrough: boolean;
}

const esc = '\u001b';
/**
 * Operating system commands (titles, links, clipboard) and similar sequences, which act on a terminal. They are
 * removed.
 */
const commands = new RegExp(`${esc}[\\]PX^_][^${esc}\u0007]*(?:\u0007|${esc}\\\\)`, 'g');
/** Control sequences (ECMA-48) other than colours: movements, clearing, modes. */
const movements = new RegExp(`${esc}\\[[0-?]*[ -/]*[@-ln-~]`, 'g');
const privateColours = new RegExp(`${esc}\\[[<-?][0-?]*[ -/]*m`, 'g');
const colours = new RegExp(`${esc}\\[([\\d;]*)m`, 'g');
/** An escape that begins no colour. */
const otherEscapes = new RegExp(`${esc}(?!\\[[\\d;]*m)`, 'g');
const styleLimit = 200;

/** Returns a line as a terminal would show it: text runs with styles, without active or misleading characters. */
export function readTerminalLine(raw: string, style: string): TextRun[] {
  const text = withoutCommands(raw);
  if (style === '' && !text.includes(esc)) return [plainRun(visibleText(text))];
  return Anser.ansiToJson(style + text, { json: true, remove_empty: true, use_classes: true }).map((entry) => ({
    text: visibleText(entry.content),
    foreground: colourOf(entry.fg, entry.fg_truecolor),
    background: colourOf(entry.bg, entry.bg_truecolor),
    bold: entry.decorations.includes('bold'),
    dim: entry.decorations.includes('dim'),
    italic: entry.decorations.includes('italic'),
    underline: entry.decorations.includes('underline'),
    strikethrough: entry.decorations.includes('strikethrough'),
  }));
}

/** Returns the text of {@link readTerminalLine} without its colours. */
export function plainLine(raw: string): string {
  return visibleText(withoutCommands(raw).replace(colours, ''));
}

/** Returns the text of a line with its colours, but without any other sequence. */
function withoutCommands(raw: string): string {
  const text = lastOverwrite(raw);
  if (!text.includes(esc)) return text;
  return text.replace(commands, '').replace(movements, '').replace(privateColours, '').replace(otherEscapes, '␛');
}

/** Returns the style at the end of a row, as escape sequences. */
export function styleAfter(style: string, raw: string): string {
  if (!raw.includes(esc)) return style;
  let after = style;
  for (const [sequence, parameters = ''] of raw.matchAll(colours)) {
    const resets = parameters === '' || parameters === '0' || parameters.startsWith('0;');
    after = resets ? (parameters.length > 1 ? sequence : '') : after + sequence;
  }
  // A very long list of sequences is an attack or a mistake, so the oldest are dropped.
  return after.length <= styleLimit ? after : after.slice(after.indexOf(esc, after.length - styleLimit));
}

/** A progress bar overwrites its line: only the last text counts. */
function lastOverwrite(raw: string): string {
  const line = withoutTrailing(raw, '\r');
  return line.slice(line.lastIndexOf('\r') + 1);
}

function colourOf(name: string | null, trueColour: string | null): string | undefined {
  if (!name) return undefined;
  if (name === 'ansi-truecolor') return `rgb(${trueColour})`;
  const palette = /^ansi-palette-(\d+)$/.exec(name);
  if (palette) return paletteColour(Number(palette[1]));
  return name.replace('bright-', '');
}

/** Returns a colour of the 6×6×6 cube or the greys of xterm's 256 colours. */
function paletteColour(index: number): string {
  if (index >= 232)
    return `rgb(${Array(3)
      .fill(8 + (index - 232) * 10)
      .join(', ')})`;
  const level = (value: number) => (value === 0 ? 0 : 55 + value * 40);
  const cube = index - 16;
  return `rgb(${level(Math.floor(cube / 36))}, ${level(Math.floor(cube / 6) % 6)}, ${level(cube % 6)})`;
}

function plainRun(text: string): TextRun {
  return {
    text,
    foreground: undefined,
    background: undefined,
    bold: false,
    dim: false,
    italic: false,
    underline: false,
    strikethrough: false,
  };
}
