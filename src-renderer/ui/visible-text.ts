const controls = /[^\P{Cc}\t\r\n]/gu;
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text of strangers as it may be shown: control characters become their pictures (U+2400 block), and those that turn
 * the reading direction, with which text pretends to be other text, are spelled out. Line breaks and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(controls, pictureOf).replace(bidi, spelledOut);
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return visibleText(text.replace(/\r\n|[\r\n\u2028\u2029]/g, '␊').replaceAll('\t', ' '));
}

function pictureOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 0x7f) return '␡';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}

function spelledOut(character: string): string {
  return `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`;
}
