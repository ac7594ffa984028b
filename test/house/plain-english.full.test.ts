import { describe, expect, it } from 'vitest';
import { findSchemaKeys, readContractNames } from '../../scripts/style/contract-names.ts';
import { createTermSearch } from '../../scripts/style/plain-english.ts';
import { identifierParts, phrases } from '../../scripts/style/plain-english-terms.ts';
import { root } from './checkout.ts';
import { allowedTexts, reportedComments, reportedPhrases } from './plain-english-examples.ts';

const contractNames = readContractNames(root);
const findBannedTerms = createTermSearch(contractNames);
const capitalized = (part: string) => part.charAt(0).toUpperCase() + part.slice(1);

describe('a phrase that has a plainer one', () => {
  const planted = Object.entries(reportedPhrases).flatMap(([instead, texts]) =>
    texts.map((text) => ({ instead, text })),
  );

  it('has an example for each rule', () => {
    expect(Object.keys(reportedPhrases)).toEqual(phrases.map(({ instead }) => instead));
  });

  it.each(planted)('is reported with its line: $text', ({ instead, text }) => {
    const found = expect.arrayContaining([expect.stringMatching(/^2: /)]);
    for (const [path, source] of [
      ['a.md', `# Title\n${text}.\n`],
      ['a.ts', `/** Reads it.\n * It is so: ${text}. */\n`],
      ['a.ts', `throw new Error(\n  'Not so: ${text}.');\n`],
      ['a.tsx', `const note = <p>\n${text}</p>;\n`],
      ['a.c', `int a;\n/* It is so: ${text}. */\n`],
      ['a.py', `a = 1\n# It is so: ${text}.\n`],
    ] as const) {
      const reports = findBannedTerms(path, source);
      expect(reports).toEqual(found);
      expect(reports.join('\n')).toContain(instead);
    }
  });

  it.each(planted)('is reported at the start of a sentence: $text', ({ text }) => {
    expect(findBannedTerms('a.md', capitalized(text))).not.toEqual([]);
  });
});

describe('an identifier that has a plainer one', () => {
  it.each(Object.entries(identifierParts))('is reported with its line: %s', (part, instead) => {
    const names = [part, `${part}Of`, `is${capitalized(part)}`, `a${capitalized(part)}Id`, `${part.toUpperCase()}_MS`];
    for (const name of names.filter((one) => !contractNames.has(one)))
      expect(findBannedTerms('a.ts', `\nexport const ${name} = 1;\n`)).toEqual([
        `2: the identifier ${name}: ${instead}`,
      ]);
    const snakeCase = `last_${part}`;
    for (const path of ['a.c', 'a.py', 'a.sh'])
      expect(findBannedTerms(path, `\n${snakeCase} = 1\n`)).toEqual([`2: the identifier ${snakeCase}: ${instead}`]);
  });

  it('is allowed where the HTTP contract names a field so, and nowhere else', () => {
    expect(findSchemaKeys('a.ts', 'const A = z.strictObject({ verdict: z.string() }); f({ told: 1 });')).toEqual([
      'verdict',
    ]);
    expect(contractNames).toContain('verdict');
    expect(findBannedTerms('a.ts', 'const { verdict, lastVerdict } = body;')).toHaveLength(1);
  });
});

describe('a comment', () => {
  it.each(reportedComments)('in %s is reported when it begins without a subject: %s', (path, comment) => {
    expect(findBannedTerms(path, comment).join('\n')).toContain('a comment that begins with');
  });
});

describe('a text without such terms', () => {
  it.each(allowedTexts)('in %s is allowed: %s', (path, text) => {
    expect(findBannedTerms(path, text)).toEqual([]);
  });
});
