import { describe, expect, test } from 'vitest';
import { maskedForms } from '../../../src-shared-node/masking/masked-forms.ts';
import { createOutputMask, type OutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import { fc } from '../../support/random.ts';

const secret = 'S3cr/t+v"lue? é&7';

function maskWhole(mask: OutputMask, text: string): string {
  const stream = mask.newStream();
  stream.hold(text);
  return stream.release();
}

function maskPieces(mask: OutputMask, pieces: readonly string[]): string {
  const stream = mask.newStream();
  for (const piece of pieces) stream.hold(piece);
  return stream.release();
}

/** A simple, slow reference: masks every character of a whole form. */
function maskSlowly(values: readonly string[], text: string): string {
  const isMasked = new Array<boolean>(text.length).fill(false);
  for (const form of new Set(maskedForms(values))) {
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1))
      isMasked.fill(true, at, at + form.length);
  }
  let out = '';
  for (let at = 0; at < text.length; at++) {
    if (!isMasked[at]) out += text[at];
    else if (!isMasked[at - 1]) out += '***';
  }
  return out;
}

/** Values over few letters, so that they overlap, repeat themselves and begin each other. */
const value = fc.string({ unit: fc.constantFrom('a', 'b', '/', 'é', '\n', ' '), minLength: 1, maxLength: 14 });

/** A text with whole, broken and encoded values in it, and where it is cut. */
const scene = fc.array(value, { minLength: 1, maxLength: 4 }).chain((values) => {
  const forms = values.flatMap((one) => [one, ...maskedForms([one]), one.slice(0, -1), one.slice(1)]);
  const noise = fc.string({ unit: fc.constantFrom('a', 'b', '*', '='), maxLength: 4 });
  return fc.record({
    values: fc.constant(values),
    beginning: fc.constantFrom(6, 7, 9, 128),
    text: fc.array(fc.oneof(fc.constantFrom(...forms), noise), { maxLength: 12 }).map((parts) => parts.join('')),
    cuts: fc.array(fc.nat({ max: 150 }), { maxLength: 12 }),
  });
});

function cutAt(text: string, cuts: readonly number[]): string[] {
  const positions = [0, ...cuts.toSorted((one, other) => one - other), text.length];
  return positions.slice(1).map((position, index) => text.slice(positions[index], position));
}

describe('the mask of a stream', () => {
  test('covers every occurrence of every form, and nothing else', () => {
    fc.assert(
      fc.property(scene, ({ values, text, beginning }) => {
        const mask = createOutputMask(values, { beginning });
        expect(maskWhole(mask, text)).toBe(maskSlowly(values, text));
      }),
      { numRuns: 2000 },
    );
  });

  test('gives the same however a text that waits is cut', () => {
    fc.assert(
      fc.property(scene, ({ values, text, cuts, beginning }) => {
        const mask = createOutputMask(values, { beginning });
        expect(maskPieces(mask, cutAt(text, cuts))).toBe(maskWhole(mask, text));
      }),
      { numRuns: 2000 },
    );
  });

  test('gives the same unit by unit, between the halves of a character too', () => {
    const text = `x😀${secret}😀é`;
    const mask = createOutputMask([secret, '😀😀😀😀😀😀']);
    expect(maskPieces(mask, text.split(''))).toBe('x😀***😀é');
  });

  test('passes on what ends with a line, and holds back the rest, whatever it is', () => {
    const mask = createOutputMask(['hunter2-hunter3']).newStream();
    expect(mask.push('Password: ')).toBe('');
    expect(mask.push('hunter2-hunter3\nhunter2-')).toBe('Password: ***\n');
    expect(mask.push('')).toBe('');
    expect(mask.release()).toBe('hunter2-');
    expect(mask.push('hunter3 x\r')).toBe('*** x\r');
  });

  test('without line ends passes on all but the last 128 Ki units from 256 Ki on', () => {
    const mask = createOutputMask(['hunter2-hunter3']).newStream();
    expect(mask.push('x'.repeat(262_143))).toBe('');
    expect(mask.push('hunter2-hunter3')).toHaveLength(131_086);
    expect(mask.release()).toBe(`${'x'.repeat(131_057)}***`);
  });

  test('drops the last units of a stream that was cut off', () => {
    const mask = createOutputMask(['hunter2-hunter3']).newStream();
    expect(mask.push('a line\nand hunter2-hunter3 and hunter2')).toBe('a line\n');
    expect(mask.releaseBut(12)).toBe('and ***');
    expect(mask.drop()).toBe(12);
  });

  test('of a value that is in the middle of a border masks the rest', () => {
    const mask = createOutputMask(['first line of a key\nx\ny']).newStream();
    expect(mask.push('> first line of a key\n')).toBe('> ***\n');
    expect(mask.push('x\ny <\n')).toBe('*** <\n');
  });

  test('keeps the two streams of a run apart', () => {
    const mask = createOutputMask(['hunter2-hunter3']);
    const [out, err] = [mask.newStream(), mask.newStream()];
    expect(out.push('hunter2-')).toBe('');
    expect(err.push('hunter3\n')).toBe('hunter3\n');
    expect(out.push('hunter3\n')).toBe('***\n');
  });

  test('of no secret, or of short ones, passes everything on at once', () => {
    for (const values of [[], ['12345'], ['😀😀😀😀😀']]) {
      const mask = createOutputMask(values).newStream();
      expect(mask.push('12345 😀😀😀😀😀 and the rest')).toBe('12345 😀😀😀😀😀 and the rest');
    }
  });
});

describe('a value is masked', () => {
  test.each([
    ['as it is', secret],
    ['escaped by JavaScript for JSON', JSON.stringify(secret).slice(1, -1)],
    ['escaped by Python for JSON', 'S3cr/t+v\\"lue? \\u00e9&7'],
    ['escaped by PHP for JSON', 'S3cr\\/t+v\\"lue? \\u00e9&7'],
    ['escaped by Go for JSON', 'S3cr/t+v\\"lue? é\\u00267'],
    ['escaped by encodeURIComponent', encodeURIComponent(secret)],
    ['escaped by Python for URLs', 'S3cr/t%2Bv%22lue%3F%20%C3%A9%267'],
    ['escaped in lower case', 'S3cr%2ft%2bv%22lue%3f%20%c3%a9%267'],
    ['in a form', new URLSearchParams([['k', secret]]).toString().slice(2)],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
  ])('%s', (_, text) => {
    expect(maskWhole(createOutputMask([secret]), `[${text}]`)).toBe('[***]');
  });

  test('in the base64 of a longer text, wherever it stands in it', () => {
    const mask = createOutputMask([secret]);
    for (const before of ['', 'a', 'ab', 'abc', 'user:']) {
      for (const after of ['', 'x', 'xy', 'xyz']) {
        const printed = Buffer.from(before + secret + after).toString('base64');
        const [head = '', tail = '', ...more] = maskWhole(mask, printed).split('***');
        expect(more).toEqual([]);
        // The remaining text reveals at most the bits of one character at each end, in addition to its own text.
        const bits = (text: string) => text.replace(/=+$/, '').length * 6;
        expect(bits(head)).toBeLessThan(before.length * 8 + 6);
        expect(bits(tail)).toBeLessThan(after === '' ? 1 : after.length * 8 + 6 + 4);
      }
    }
  });

  test('line by line', () => {
    const key = '-----BEGIN KEY-----\nMIIEvQIBADANBgkq\n  hkiG9w0BAQEFAASC\r\nshort\n-----END KEY-----\n';
    const mask = createOutputMask([key]);
    expect(maskWhole(mask, `a ${key}b`)).toBe('a ***b');
    expect(maskWhole(mask, 'MIIEvQIBADANBgkq hkiG9w0BAQEFAASC short')).toBe('*** *** short');
    expect(maskWhole(mask, JSON.stringify(key))).toBe('"***"');
    expect(maskWhole(mask, Buffer.from('MIIEvQIBADANBgkq').toString('base64'))).toBe('***');
  });

  test('line by line and not encoded, where the values have more than 2,048 lines together', () => {
    const lines = Array.from({ length: 1100 }, (_, index) => `line number ${index}`);
    const [first, second] = [lines.join('\n'), lines.map((_, index) => `${index} of others`).join('\n')];
    const mask = createOutputMask([first, second]);
    expect(maskWhole(mask, `${btoaOf('line number 7')} ${btoaOf('7 of others')}`)).toBe(`*** ${btoaOf('7 of others')}`);
    expect(maskWhole(mask, '1099 of others, line number 1099')).toBe('***, ***');
    expect(maskWhole(mask, JSON.stringify(second))).toBe('"***"');
  });

  test('in base64 that is broken into lines', () => {
    const long = 'k9'.repeat(100);
    const wrapped = Buffer.from(long).toString('base64').replace(/.{76}/g, '$&\n');
    expect(maskWhole(createOutputMask([long]), wrapped)).toBe('***');
  });

  test('of 64 KiB whole, in each form, and no part of it', () => {
    const long = Array.from({ length: 4096 }, (_, index) => `${index}/é ${index}`)
      .join(',')
      .slice(0, 60_000);
    const mask = createOutputMask([long]);
    for (const form of [long, JSON.stringify(long).slice(1, -1), encodeURIComponent(long), btoaOf(long)])
      expect(maskWhole(mask, `<${form}><${form.slice(0, 5000)}><${form.slice(1000, 2000)}>`)).toBe(
        `<***><${form.slice(0, 5000)}><${form.slice(1000, 2000)}>`,
      );
  });

  test('where another value begins with it, and where it repeats itself', () => {
    expect(maskWhole(createOutputMask(['abcdef', 'abcdefgh']), 'abcdefg abcdefgh abcdef')).toBe('***g *** ***');
    expect(maskWhole(createOutputMask(['ababab']), 'xabababababy')).toBe('x***y');
    expect(maskWhole(createOutputMask(['abcdef', 'defghi']), 'abcdefghi')).toBe('***');
  });
});

function btoaOf(text: string): string {
  return Buffer.from(text).toString('base64');
}
