/** Untrusted JSON is measured before it is parsed. */
import { describe, expect, it } from 'vitest';
import { JsonLimitError, parseMeteredJson } from '../../../src-daemon/core/metered-json.ts';

const limits = { values: 5, depth: 2 };
const exceededBy = (text: string) => {
  try {
    parseMeteredJson(text, limits);
    return 'nothing';
  } catch (error) {
    return error instanceof JsonLimitError ? error.exceeded : 'syntax';
  }
};

describe('untrusted JSON', () => {
  it('is parsed within its limits', () => {
    expect(parseMeteredJson('{"a": [1, "b,c[["]}', limits)).toEqual({ a: [1, 'b,c[['] });
  });

  it('is not parsed with more values or levels', () => {
    expect(exceededBy('[1,2,3,4,5]')).toBe('values');
    expect(exceededBy('[[[]]]')).toBe('depth');
  });

  it('that is no JSON is a syntax error', () => {
    expect(exceededBy('{"a"')).toBe('syntax');
  });
});
