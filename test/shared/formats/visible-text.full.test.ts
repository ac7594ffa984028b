import { describe, expect, it } from 'vitest';
import { visibleJson, visibleLine, visibleText } from '../../../src-shared/formats/visible-text.ts';

const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0');

/** Every class of characters that may not act or hide, by its first and last code point. */
const spelledOut: [what: string, first: number, last: number][] = [
  ['controls of C1, with CSI and OSC', 0x80, 0x9f],
  ['the soft hyphen', 0xad, 0xad],
  ['the grapheme joiner', 0x34f, 0x34f],
  ['the Arabic letter mark', 0x61c, 0x61c],
  ['fillers of Hangul', 0x115f, 0x1160],
  ['inherent vowels of Khmer', 0x17b4, 0x17b5],
  ['selectors of Mongolian', 0x180b, 0x180f],
  ['zero-width characters and marks of direction', 0x200b, 0x200f],
  ['line and paragraph separators', 0x2028, 0x2029],
  ['embeddings and overrides of direction', 0x202a, 0x202e],
  ['invisible operators', 0x2060, 0x2064],
  ['isolates of direction and deprecated format characters', 0x2066, 0x206f],
  ['the filler of Hangul', 0x3164, 0x3164],
  ['variation selectors', 0xfe00, 0xfe0f],
  ['the byte order mark', 0xfeff, 0xfeff],
  ['the halfwidth filler', 0xffa0, 0xffa0],
  ['annotations', 0xfff9, 0xfffb],
  ['noncharacters', 0xfffe, 0xffff],
  ['controls of shorthand', 0x1bca0, 0x1bca3],
  ['controls of music', 0x1d173, 0x1d17a],
  ['tags', 0xe0000, 0xe007f],
  ['further variation selectors', 0xe0100, 0xe01ef],
];

const kept: [what: string, text: string][] = [
  ['ASCII', 'plain <b>text</b> & "more" \\u202e'],
  ['accents, composed and not', 'p\u00e4ss pa\u0308ss'],
  ['other scripts', 'русский 日本語 한국어 עברית'],
  ['a space that does not break', '10\u00a0%'],
  ['emoji', '😀 ❤️ 1️⃣ 👩🏽‍💻 🏳️‍🌈 👨‍👩‍👧'],
  ['joiners of Persian and Hindi', 'می\u200cخواهم क्\u200dष'],
  ['the sign of an Arabic number', '\u0600\u0661'],
  ['lines and tabs', 'a\tb\nc\r\nd'],
  ['private use', '\ue0b0'],
];

describe('text of others', () => {
  it.each(spelledOut)('spells out %s', (_, first, last) => {
    for (let code = first; code <= last; code++) {
      const character = String.fromCodePoint(code);
      expect(visibleText(`a${character}b`)).toBe(`a‹U+${hex(code)}›b`);
      expect(visibleLine(`a${character}b`)).toBe(code === 0x2028 || code === 0x2029 ? 'a␊b' : `a‹U+${hex(code)}›b`);
    }
  });

  it('has pictures for the controls of C0', () => {
    for (let code = 0; code < 0x20; code++) {
      if (code === 0x09 || code === 0x0a) continue;
      expect(visibleText(`a${String.fromCharCode(code)}b`)).toBe(`a${String.fromCharCode(0x2400 + code)}b`);
    }
    expect(visibleText('\x7f\x1b]0;title\x07\x1b[2J')).toBe('␡␛]0;title␇␛[2J');
  });

  it('spells out lone surrogates', () => {
    expect(visibleText('a\ud800b\udfffc')).toBe('a‹U+D800›b‹U+DFFF›c');
  });

  it.each(kept)('keeps %s', (_, text) => {
    expect(visibleText(text)).toBe(text);
  });

  it.each([
    ['a joiner between letters', 'ad\u200dmin', 'ad‹U+200D›min'],
    ['a joiner at the end of an emoji', '😀\u200d', '😀‹U+200D›'],
    ['a selector behind a letter', 'a\ufe0f', 'a‹U+FE0F›'],
    ['a second selector behind an emoji', '😀\ufe0f\ufe0f', '😀\ufe0f‹U+FE0F›'],
    ['a return that writes over its line', 'evil\rgood', 'evil␍good'],
    ['a flag in tags', '🏴\u{e0067}\u{e007f}', '🏴‹U+E0067›‹U+E007F›'],
  ])('does not keep %s', (_, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('changes nothing the second time', () => {
    const all = Array.from({ length: 0x3100 }, (_, code) => String.fromCodePoint(code)).join('');
    expect(visibleText(visibleText(all))).toBe(visibleText(all));
  });

  it('is on one line where that is asked for', () => {
    expect(visibleLine('a\r\nb\rc\nd\te')).toBe('a␊b␊c␊d e');
  });
});

describe('JSON', () => {
  it('is the same value in ASCII escapes', () => {
    const value = Array.from({ length: 0x10ffff + 1 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .filter((code) => code < 0x3200 || code > 0xf000)
      .filter((code) => code < 0x20000 || code > 0xdffff)
      .map((code) => String.fromCodePoint(code))
      .join('');
    const shown = visibleJson(JSON.stringify({ value }));
    expect(JSON.parse(shown)).toEqual({ value });
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});

// A quadratic one would take hours.
it.each(['\u200d', '\x1b', '😀\u200d', '\ud800', '\r', 'ا\u200c', '\ufe0f', '1\ufe0f\u200d'])(
  'is done with a million of %j',
  (worst) => {
    const text = worst.repeat(1_000_000);
    for (const show of [visibleText, visibleLine, visibleJson]) expect(show(text).length).toBeGreaterThanOrEqual(1);
  },
);
