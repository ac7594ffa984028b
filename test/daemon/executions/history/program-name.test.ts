import { describe, expect, it } from 'vitest';
import {
  boundedName,
  firstMeaningfulLine,
  nameOfRequest,
} from '../../../../src-daemon/executions/history/program-name.ts';

describe('the first meaningful line', () => {
  it.each([
    ['a comment', '# Bills of March\nimport csv\n', 'Bills of March'],
    ['a statement after imports', 'import sys\nfrom os import (\n  path,\n)\nprint(sys.argv)\n', 'print(sys.argv)'],
    ['no #! line and no encoding', '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\nx = 1', 'x = 1'],
    ['a doc string', '"""Cleans the table."""\nimport os', 'Cleans the table.'],
    ['the text of a block comment', '/**\n * Sends the report.\n */\nmain();', 'Sends the report.'],
    ['no inline metadata (PEP 723)', '# /// script\n# dependencies = ["x"]\n# ///\nrun()', 'run()'],
    ['no header of Strongroom', '# strongroom: arg MONTH\necho hi', 'echo hi'],
    ['no preamble of Go', 'package main\n\nimport (\n\t"fmt"\n)\n\nfunc main() {', 'func main() {'],
    ['no include of C', '#include <stdio.h>\nint main() {}', 'int main() {}'],
    ['a statement that begins like a comment', '*p = 5;', '*p = 5;'],
    ['an import if there is nothing else', 'import antigravity\n', 'import antigravity'],
    ['nothing without letters and digits', '{}\n;;\n', undefined],
    ['nothing of empty code', '', undefined],
  ])('is %s', (_, code, line) => {
    expect(firstMeaningfulLine(code)).toBe(line);
  });

  it('is found in the beginning of the code only', () => {
    expect(firstMeaningfulLine(`${'\n'.repeat(1000)}late()`)).toBeUndefined();
  });
});

describe('the name of a run', () => {
  it('is the given one, or the path of the program, or a line of the code', () => {
    expect(nameOfRequest({ name: 'report.py', entry: 'src/app.py', code: 'x = 1' })).toBe('report.py');
    expect(nameOfRequest({ entry: 'src/app.py', code: 'x = 1' })).toBe('src/app.py');
    expect(nameOfRequest({ code: 'x = 1' })).toBe('x = 1');
    expect(nameOfRequest({ code: ' ' })).toBeUndefined();
  });

  it('has one line of at most 120 characters, in which hidden characters are visible', () => {
    expect(boundedName('a\u001b[31m\u202eb\nc')).toBe('a␛[31m‹U+202E›b␊c');
    const long = boundedName('😀'.repeat(1000));
    expect(long.length).toBeLessThanOrEqual(120);
    expect(long.isWellFormed()).toBe(true);
    expect(long.endsWith('…')).toBe(true);
  });
});
