import { describe, expect, it } from 'vitest';
import { linksIn } from '../../../src-renderer/ui/output/line-links.ts';
import { spotsOf } from '../../../src-renderer/ui/output/line-spots.ts';
import { rowLimit } from '../../../src-renderer/ui/output/output-log.ts';
import { plainLine } from '../../../src-renderer/ui/output/terminal-text.ts';
import { fc } from '../../support/random.ts';

const esc = '\u001b';
const shown = (raw: string) => linksIn(raw).map(({ url, start, end }) => [url, plainLine(raw).slice(start, end)]);
const link = (url: string, text: string) => `${esc}]8;;${url}${esc}\\${text}${esc}]8;;${esc}\\`;

describe('the links in a line of output', () => {
  it('are addresses without the punctuation after them', () => {
    expect(shown('see https://example.com/a?b=1#c, or (http://localhost:8080).')).toEqual([
      ['https://example.com/a?b=1#c', 'https://example.com/a?b=1#c'],
      ['http://localhost:8080/', 'http://localhost:8080'],
    ]);
  });

  it('are the hyperlinks of a terminal, with the address and not the text', () => {
    expect(shown(`at ${esc}[1m${link('https://evil.example/', 'https://bank.example')}${esc}[0m.`)).toEqual([
      ['https://evil.example/', 'https://bank.example'],
    ]);
    expect(shown(`${esc}]8;id=1;https://a.example\u0007open`)).toEqual([['https://a.example/', 'open']]);
  });

  it.each([
    'javascript://example.com/%0aalert(1)',
    'file:///etc/passwd',
    'data://text/html',
    'https://user:password@example.com/',
    'https://',
    `https://example.com/${'x'.repeat(2000)}`,
  ])('are not %s', (url) => {
    expect(linksIn(url)).toEqual([]);
    expect(linksIn(link(url, 'text'))).toEqual([]);
  });

  it('are none if the address continues in the next row', () => {
    const raw = `${'-'.repeat(rowLimit - 30)} https://example.com/aaaaaaa`;
    expect(linksIn(raw.slice(0, rowLimit))).toEqual([]);
  });

  it('lie in the text and do not overlap, whatever a program printed', () => {
    const unit = fc.constantFrom(
      esc,
      ']8;',
      ';',
      '\u0007',
      '\\',
      'https://a.b/main.py:3',
      'main.py:3',
      ' ',
      '[',
      '3m',
      '\r',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
        const raw = parts.join('');
        let before = 0;
        for (const { start, end } of spotsOf(raw, 'main.py')) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(plainLine(raw).length);
      }),
    );
  });
});
