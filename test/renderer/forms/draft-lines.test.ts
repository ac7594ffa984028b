import { describe, expect, it } from 'vitest';
import { languageChange } from '../../../src-renderer/features/vault/code/language-of-name.ts';
import { draftLinesOf } from '../../../src-renderer/ui/forms/draft-lines.ts';

describe('the text of a draft to compare', () => {
  it('has each field with its path, and each line of the code', () => {
    const text = JSON.stringify({ v: 1, text: { name: 'a', code: 'one\ntwo' }, list: ['x'], none: null });
    expect(draftLinesOf(text)).toBe('v: 1\ntext.name: a\ntext.code:\none\ntwo\nlist.0: x\nnone: null');
  });

  it('is what it is for other text, and empty for a deleted draft', () => {
    expect(draftLinesOf('{not JSON')).toBe('{not JSON');
    expect(draftLinesOf(undefined)).toBe('');
  });

  it('is cut if it is very long', () => {
    const files = Array.from({ length: 20 }, () => 'x'.repeat(200_000));
    expect(draftLinesOf(JSON.stringify({ files })).length).toBeLessThanOrEqual(400_000);
  });
});

describe('the language of a new name', () => {
  const languages = [
    { id: 'python', aliases: ['py'], fileExtension: '.py' },
    { id: 'bash', aliases: [], fileExtension: '.sh' },
  ];

  it.each([
    ['', 'jobs/nightly.sh', { language: 'bash' }],
    ['a.py', 'a.SH', { language: 'bash' }],
    ['a.sh', 'b.sh', {}],
    ['a', 'a.txt', {}],
    ['a.sh', 'a', {}],
    ['', '.sh', {}],
  ])('from "%s" to "%s" follows another file extension', (before, name, change) => {
    expect(languageChange(languages, before, name)).toEqual(change);
  });
});
