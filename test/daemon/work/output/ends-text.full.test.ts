import { describe, expect, test } from 'vitest';
import { createEndsText, gapLine } from '../../../../src-daemon/work/output/ends-text.ts';
import type { TextPart } from '../../../../src-daemon/work/output/head-text.ts';
import { longestFormBytes, maskedForms } from '../../../../src-shared-node/masking/masked-forms.ts';
import { createOutputMask } from '../../../../src-shared-node/masking/output-mask.ts';
import { doAtOnce } from '../../../../src-shared-node/sliced-work.ts';
import { fc } from '../../../support/random.ts';

const half = 512 * 1024;

interface Shown {
  head: string;
  gap: number | undefined;
  end: string;
}

interface Reading {
  values?: readonly string[];
  sizes?: { halfBytes: number; nearBytes: number };
  /** Number of bytes per push. */
  step?: number;
  isKilled?: boolean;
}

/** Returns the text of a stream whose engine sends the head and then the requested last bytes. */
function show(bytes: Uint8Array, { values = [], sizes, step = 65_536, isKilled = false }: Reading = {}): Shown {
  const mask = createOutputMask(values);
  const margin = longestFormBytes(values);
  const { halfBytes } = sizes ?? { halfBytes: half };
  const text = createEndsText(mask.newStream, margin, sizes);
  const parts: TextPart[] = [];
  const head = bytes.subarray(0, halfBytes);
  for (let at = 0; at < head.length; at += step) parts.push({ text: text.push(head.subarray(at, at + step)) });
  const kept = Math.max(halfBytes, bytes.length - halfBytes - margin);
  for (let at = kept; at < bytes.length; at += step) text.pushTail(at, bytes.subarray(at, at + step));
  parts.push(...doAtOnce(text.finish({ isTruncated: false, isKilled })));
  const cut = parts.findIndex(({ missingBytes }) => missingBytes !== undefined);
  const textOf = (some: TextPart[]) => some.map((part) => part.text).join('');
  if (cut === -1) return { head: textOf(parts), gap: undefined, end: '' };
  return { head: textOf(parts.slice(0, cut)), gap: parts[cut]?.missingBytes, end: textOf(parts.slice(cut + 1)) };
}

const bytesOf = (text: string) => Buffer.from(text);

describe('the two ends of a stream', () => {
  test.each([0, 1, half - 1, half, half + 1, 2 * half - 1, 2 * half])('are all of it, of %i bytes', (length) => {
    const text = 'x'.repeat(length);
    expect(show(bytesOf(text))).toEqual({ head: text, gap: undefined, end: '' });
  });

  test('lack one byte of a stream that has one too many', () => {
    const shown = show(bytesOf(`${'x'.repeat(half)}y${'z'.repeat(half)}`));
    expect(shown).toEqual({ head: 'x'.repeat(half), gap: 1, end: 'z'.repeat(half) });
  });

  test('of numbered lines are whole lines, and the count is exact', () => {
    const lines = Array.from({ length: 700_000 }, (_, index) => `${index}\n`).join('');
    const { head, gap = 0, end } = show(bytesOf(lines));
    expect(head.startsWith('0\n1\n')).toBe(true);
    expect(head.endsWith('\n')).toBe(true);
    expect(end.endsWith('\n699998\n699999\n')).toBe(true);
    expect(lines).toBe(head + lines.slice(head.length, head.length + gap) + end);
    expect(Math.min(head.length, end.length)).toBeGreaterThan(half - 4096);
    expect(Math.max(head.length, end.length)).toBeLessThanOrEqual(half);
  });

  test.each(['é', '€', '😀'])('never cut a character: %s', (character) => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const bytes = bytesOf(before + character.repeat(900_000));
      const { head, gap = 0, end } = show(bytes);
      expect(head + end).not.toContain('\ufffd');
      expect(Buffer.byteLength(head) + gap + Buffer.byteLength(end)).toBe(bytes.length);
    }
  });

  test('are the same however the stream is cut into chunks, invalid bytes too', () => {
    const sizes = { halfBytes: 40, nearBytes: 12 };
    const byte = fc.constantFrom(0x61, 0x62, 0x0a, 0xc3, 0xa9, 0xe2, 0x82, 0xf0, 0xff);
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (list, step) => {
        const bytes = Uint8Array.from(list);
        expect(show(bytes, { sizes, step })).toEqual(show(bytes, { sizes }));
      }),
    );
  });

  test('without line ends lose the unfinished line in front of the gap, whatever it is', () => {
    const sizes = { halfBytes: 40, nearBytes: 4 };
    const text = `${'x'.repeat(36)}abcd${'-'.repeat(20)}abcd${'y'.repeat(40)}`;
    expect(show(bytesOf(text), { values: ['abcdefgh'], sizes })).toEqual({
      head: '',
      gap: 64,
      end: 'y'.repeat(40),
    });
  });

  test('are reported in a sentence with the count', () => {
    expect(gapLine(1)).toBe('[… 1 byte is missing here …]\n');
    expect(gapLine(12_345_678)).toBe('[… 12,345,678 bytes are missing here …]\n');
  });

  test('with bytes that were lost before a container was killed show what is certain', () => {
    const mask = createOutputMask(['hunter2-hunter3']);
    const margin = longestFormBytes(['hunter2-hunter3']);
    const text = createEndsText(mask.newStream, margin);
    text.push(bytesOf(`${'x'.repeat(half - 1)}\n`));
    text.pushTail(3_000_000, bytesOf(`ter2-hunter3${' '.repeat(margin)}\nthe end hunter2`));
    const parts = doAtOnce(text.finish({ isTruncated: true, isKilled: true }));
    expect(parts.at(-1)?.text).toBe('the end hunter2');
    expect(parts.at(1)?.missingBytes).toBe(3_000_000 + 12 + margin + 1 - half);
  });
});

/** Values over few letters and of one line, because a line leaves at once, and texts with whole, broken and encoded values in them. */
const value = fc.string({ unit: fc.constantFrom('a', 'b', '/', 'é', '"'), minLength: 1, maxLength: 12 });
const scene = fc.array(value, { minLength: 1, maxLength: 3 }).chain((values) => {
  const forms = values.flatMap((one) => [one, ...maskedForms([one]), one.slice(0, -1), one.slice(1)]);
  const noise = fc.string({ unit: fc.constantFrom('a', 'b', '=', '\n', '€'), maxLength: 6 });
  return fc.record({
    values: fc.constant(values),
    text: fc.array(fc.oneof(fc.constantFrom(...forms), noise), { maxLength: 60 }).map((parts) => parts.join('')),
    sizes: fc.record({ halfBytes: fc.integer({ min: 20, max: 90 }), nearBytes: fc.constantFrom(4, 16) }),
    step: fc.integer({ min: 1, max: 100 }),
  });
});

/** For each byte of a text whether masking the whole of it hides that byte. */
function hiddenBytes(values: readonly string[], text: string): boolean[] {
  const hidden = new Array<boolean>(text.length).fill(false);
  for (const form of maskedForms(values))
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1))
      hidden.fill(true, at, at + form.length);
  return [...text].flatMap((character, index) =>
    new Array<boolean>(Buffer.byteLength(character)).fill(!!hidden[index]),
  );
}

test('nothing that masking of the whole stream hides is shown at either side of the gap', () => {
  fc.assert(
    fc.property(scene, ({ values, text, sizes, step }) => {
      const bytes = bytesOf(text);
      const hidden = hiddenBytes(values, text);
      const { head, gap, end } = show(bytes, { values, sizes, step });
      // Each shown character that no star stands for is in place, unmasked, in the text: from its beginning, or its end.
      const [before, after] = [visibleFrom(bytes, hidden, bytesOf(head)), endOf(bytes, hidden, end)];
      expect([before, after]).not.toContain(undefined);
      if (gap === undefined) expect(before).toBe(bytes.length);
      else if (!hidden.includes(true)) expect((before ?? 0) + gap + (after ?? 0)).toBe(bytes.length);
    }),
    { numRuns: 3000 },
  );
});

/** Returns how many bytes a text stands for, with `***` for each sequence of hidden bytes; undefined for another text. */
function visibleFrom(bytes: Uint8Array, hidden: readonly boolean[], shown: Uint8Array): number | undefined {
  let at = 0;
  let seen = 0;
  while (seen < shown.length) {
    if (hidden[at]) {
      if (String.fromCharCode(...shown.subarray(seen, seen + 3)) !== '***') return undefined;
      seen += 3;
      while (hidden[at]) at++;
    } else if (bytes[at++] !== shown[seen++]) return undefined;
  }
  return at;
}

const endOf = (bytes: Uint8Array, hidden: readonly boolean[], end: string) =>
  visibleFrom(bytes.toReversed(), hidden.toReversed(), bytesOf(end).toReversed());

test('no form of a value is longer than its bound', () => {
  const any = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), value);
  fc.assert(
    fc.property(fc.array(any, { maxLength: 3 }), (values) => {
      const bound = longestFormBytes(values);
      for (const form of maskedForms(values)) expect(Buffer.byteLength(form)).toBeLessThanOrEqual(bound);
    }),
  );
});
