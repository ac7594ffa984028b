import { describe, expect, it } from 'vitest';
import { locationsIn, problemsIn } from '../../../src-renderer/ui/output/program-locations.ts';

const shown = (text: string, fileName: string) =>
  locationsIn(text, fileName).map(
    ({ line, column, start, end }) => `${line}${column ? `:${column}` : ''} ${text.slice(start, end)}`,
  );

describe('the locations of a program in its output', () => {
  it.each([
    ['main.py', '  File "/work/main.py", line 3, in <module>', '3 /work/main.py", line 3'],
    ['main.js', 'file:///work/main.js:7', '7 /work/main.js:7'],
    ['main.js', '    at greet (/work/main.js:2:9)', '2:9 /work/main.js:2:9'],
    ['main.sh', 'main.sh: line 4: nope: command not found', '4 main.sh: line 4'],
    ['main.c', "main.c:3:5: error: expected ';' before '}' token", '3:5 main.c:3:5'],
    ['main.go', './main.go:8:2: undefined: x', '8:2 ./main.go:8:2'],
    ['main.rs', '  --> /work/main.rs:2:13', '2:13 /work/main.rs:2:13'],
    ['Main.java', '\tat Main.main(Main.java:5)', '5 Main.java:5'],
    ['main.rb', "main.rb:3:in 'divide': divided by 0 (ZeroDivisionError)", '3 main.rb:3'],
    ['main.php', 'Warning: Undefined variable $x in /work/main.php on line 2', '2 /work/main.php on line 2'],
    ['main.pl', 'Died at main.pl line 6.', '6 main.pl line 6'],
    ['src/app.py', '  File "/work/src/app.py", line 12, in run', '12 /work/src/app.py", line 12'],
  ])('%s: %s', (fileName, text, expected) => {
    expect(shown(text, fileName)).toEqual([expected]);
  });

  it.each(['  File "/usr/lib/python3/main.py", line 3', 'notmain.py:3', 'main.py', 'main.pyc:3', 'main.py:12345678'])(
    'are not in: %s',
    (text) => {
      expect(locationsIn(text, 'main.py').filter(({ line }) => line < 100_000)).toEqual([]);
    },
  );

  it('are found in a long line in one pass', () => {
    expect(locationsIn('main.py:1 '.repeat(200), 'main.py')).toHaveLength(200);
  });
});

describe('the problems of a program', () => {
  const rows = (...lines: string[]) => lines.map((raw, number) => ({ number, raw, stream: 'stderr' }));

  it('have the message of the traceback, each location once', () => {
    const traceback = rows(
      'Traceback (most recent call last):',
      '  File "/work/main.py", line 5, in <module>',
      '    run()',
      '  File "/work/main.py", line 2, in run',
      '    return 1 / 0',
      '\u001b[31mZeroDivisionError: division by zero\u001b[0m',
    );
    const { found, isCut } = problemsIn([...traceback, ...traceback], 'main.py');
    expect(found.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '5 ZeroDivisionError: division by zero',
      '2 ZeroDivisionError: division by zero',
    ]);
    expect(isCut).toBe(false);
  });

  it('have the message of the compiler, and are bounded', () => {
    const [first] = problemsIn(rows("main.c:3:5: error: 'x' undeclared"), 'main.c').found;
    expect(first).toMatchObject({ line: 3, column: 5, row: 0, message: "error: 'x' undeclared" });
    const many = rows(...Array.from({ length: 1000 }, (_, line) => `main.c:${line}: error`));
    expect(problemsIn(many, 'main.c')).toMatchObject({ isCut: true, found: { length: 200 } });
  });

  it('are not in what was typed as input', () => {
    expect(problemsIn([{ number: 0, raw: 'main.py:3', stream: 'input' }], 'main.py').found).toEqual([]);
  });
});
