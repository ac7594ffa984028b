import { describe, expect, it } from 'vitest';
import {
  formArguments,
  formFieldsOf,
  readFormArguments,
} from '../../../../src-renderer/features/executions/options/form-fields.ts';
import { draftOf, emptyDraft, requestOf } from '../../../../src-renderer/features/executions/options/run-draft.ts';

const code = [
  '#!/usr/bin/env python3',
  '# Reports sales',
  '# strongroom: arg month "Month of the report" 2026-01',
  '',
  '# strongroom: arg out "File"',
  '# strongroom: arg count',
  'import sys',
  '# strongroom: arg late "Not in the head"',
].join('\n');

describe('the fields that a program asks for', () => {
  it('are the lines of the comments at its beginning', () => {
    expect(formFieldsOf(code)).toEqual([
      { name: 'month', label: 'Month of the report', defaultValue: '2026-01' },
      { name: 'out', label: 'File', defaultValue: '' },
      { name: 'count', label: 'count', defaultValue: '' },
    ]);
  });

  it.each([
    ['// strongroom: arg a "A" 1', 1],
    ['-- strongroom: arg a "A" 1', 1],
    ['; strongroom: arg a "A" 1', 1],
    ['<?php\n# strongroom: arg a "A"', 1],
    ['# strongroom: arg a "A"\n# strongroom: arg a "B"', 1],
    ['# strongroom: arg --a "A"', 0],
    ['# strongroom: arg 1a "A"', 0],
    ['# strongroom: arg a;rm "A"', 0],
    ['# strongroom:arg a "A"', 0],
    [`# strongroom: arg a "${'x'.repeat(400)}"`, 0],
    [Array.from({ length: 30 }, (_, n) => `# strongroom: arg a${n} "A"`).join('\n'), 20],
    ['', 0],
  ])('in %j are %i', (text, count) => {
    expect(formFieldsOf(text)).toHaveLength(count);
  });

  it('keep a label without its end as the default, and take long programs in bounded time', () => {
    expect(formFieldsOf('# strongroom: arg a "open')).toEqual([{ name: 'a', label: 'a', defaultValue: '"open' }]);
    expect(formFieldsOf(`#${' '.repeat(5_000_000)}\n# strongroom: arg a "A"`)).toEqual([]);
  });
});

describe('the values of a form', () => {
  const fields = formFieldsOf(code);

  it('become arguments in the order of the fields, with defaults, and without empty ones', () => {
    expect(formArguments(fields, {})).toEqual(['--month', '2026-01']);
    expect(formArguments(fields, { count: '3', out: 'a b' })).toEqual([
      ...['--month', '2026-01', '--out', 'a b', '--count', '3'],
    ]);
    expect(formArguments(fields, { month: '', unknown: 'x' })).toEqual([]);
    expect(formArguments(formFieldsOf('# strongroom: arg constructor "A"'), {})).toEqual([]);
  });

  it.each([[[]], [['--month', '2026-01']], [['--month', '2026-02', '--count', '3', 'rest']], [['--other', 'x']]])(
    'come back from the arguments %j',
    (args) => {
      const { values, rest } = readFormArguments(fields, args);
      expect([...formArguments(fields, values), ...rest]).toEqual(args);
    },
  );

  it('are in the request of a draft, which comes back as it was', () => {
    const draft = { ...emptyDraft, code, form: { month: '2026-03' }, args: 'more' };
    const request = requestOf(draft);
    expect(request.args).toEqual(['--month', '2026-03', 'more']);
    expect(draftOf(request)).toMatchObject({ form: { month: '2026-03' }, args: 'more' });
  });
});
