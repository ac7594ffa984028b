import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FilePath } from '../../src-shared/contracts/execute-request.ts';
import { type ErrorCode, errorCatalog } from '../../src-shared/error-catalog.ts';
import { errorMeanings } from '../../src-shared/error-meanings.ts';
import { queryInteger, textOfBytes, utf8Length } from '../../src-shared/fields.ts';
import { fc } from '../support/random.ts';

const anyText = fc.string({ unit: 'binary' });

describe('the length of a text in UTF-8', () => {
  it('is what an encoder makes of it', () => {
    fc.assert(fc.property(anyText, (text) => utf8Length(text) === Buffer.byteLength(text)));
  });

  it('decides its limit to the byte', () => {
    const upTo8 = textOfBytes(2, 8);
    fc.assert(
      fc.property(anyText, (text) => {
        const bytes = Buffer.byteLength(text);
        return upTo8.safeParse(text).success === (text.isWellFormed() && bytes >= 2 && bytes <= 8);
      }),
    );
  });
});

describe('a file path', () => {
  it('that is taken stays below its folder, whatever it is', () => {
    const part = fc.constantFrom('..', '.', '', 'a', '...', 'C:', '\\', '\0', '%2e%2e', '~');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const path = parts.join('/');
        if (!FilePath.safeParse(path).success) return true;
        return posix.resolve('/work', path) === `/work/${path}` && !/[\0\\]/.test(path) && parts.length <= 16;
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a number in a query', () => {
  it('is read in decimal, within its range, and from nothing else', () => {
    const limit = queryInteger(1, 1000);
    fc.assert(fc.property(fc.integer({ min: 1, max: 1000 }), (number) => limit.parse(String(number)) === number));
    for (const text of ['0', '1001', '1.0', '1e2', ' 1', '+1', '-1', '0x1', '', '٣'])
      expect(limit.safeParse(text).success, text).toBe(false);
  });
});

describe('the catalog of errors', () => {
  it('gives every code snake case, an error status and words', () => {
    expect(Object.keys(errorMeanings)).toEqual(Object.keys(errorCatalog));
    for (const [code, { status }] of Object.entries(errorCatalog)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      expect(errorMeanings[code as ErrorCode]).toMatch(/^[A-Z].+\.$/);
    }
  });
});
