import { describe, expect, it } from 'vitest';
import { plainLine, readTerminalLine, styleAfter } from '../../../src-renderer/ui/output/terminal-text.ts';

const esc = '\u001b';
const shown = (raw: string) => plainLine(raw);

describe('a line of output', () => {
  it('shows markup as it stands', () => {
    expect(shown('<b>&amp;</b>')).toBe('<b>&amp;</b>');
  });

  it.each([
    ['a window title', `${esc}]0;evil\u0007after`],
    ['a link', `${esc}]8;;http://evil\u001b\\after${esc}]8;;\u001b\\`],
    ['a clipboard write', `${esc}]52;c;ZXZpbA==\u0007after`],
    ['clearing the screen', `${esc}[2J${esc}[Hafter`],
    ['hiding the cursor', `${esc}[?25lafter`],
    ['a device string', `${esc}Pevil${esc}\\after`],
    ['private colours', `${esc}[>4;2mafter`],
  ])('drops %s', (_, raw) => {
    expect(shown(raw)).toBe('after');
  });

  it('spells out what turns the reading direction and pictures what controls', () => {
    expect(shown('a\u202eb\u2066c')).toBe('a‹U+202E›b‹U+2066›c');
    expect(shown('nul\u0000 bell\u0007 del\u007f')).toBe('nul␀ bell␇ del␡');
    expect(shown(`torn ${esc}`)).toBe('torn ␛');
  });

  it('shows of a progress bar what was written last', () => {
    expect(shown('10%\r50%\r100%')).toBe('100%');
    expect(shown('a line of Windows\r')).toBe('a line of Windows');
  });

  it('has the colours and styles of its sequences', () => {
    const [red, bold, rest] = readTerminalLine(`${esc}[31mred${esc}[0m${esc}[1mbold${esc}[0mrest`, '');
    expect(red).toMatchObject({ text: 'red', foreground: 'ansi-red', bold: false });
    expect(bold).toMatchObject({ text: 'bold', foreground: undefined, bold: true });
    expect(rest).toMatchObject({ text: 'rest', bold: false });
  });

  it.each([
    ['38;2;1;2;3', 'rgb(1, 2, 3)'],
    ['38;5;196', 'rgb(255, 0, 0)'],
    ['38;5;244', 'rgb(128, 128, 128)'],
    ['91', 'ansi-red'],
  ])('knows the colour %s', (code, colour) => {
    expect(readTerminalLine(`${esc}[${code}mx`, '')[0]?.foreground).toBe(colour);
  });

  it('begins in the style in which the line before ended', () => {
    const style = styleAfter('', `${esc}[1;32mbegun`);
    expect(readTerminalLine('continues', style)[0]).toMatchObject({ foreground: 'ansi-green', bold: true });
    expect(styleAfter(style, `${esc}[0m`)).toBe('');
  });

  it('forgets the oldest of styles without end', () => {
    const style = styleAfter('', `${esc}[1m`.repeat(10_000));
    expect(style.length).toBeLessThan(250);
    expect(style.startsWith(esc)).toBe(true);
  });
});
