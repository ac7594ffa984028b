import { describe, expect, it } from 'vitest';
import { createCellReader } from '../../../../src-cli/commands/repl/cell-reader.ts';
import { processorTimeOf } from '../../../support/processor-time.ts';

/** Returns the cells that a REPL makes of lines, and the lines that are left over. */
function cellsOf(language: string, text: string): string[] {
  const reader = createCellReader(language);
  const cells = text.split('\n').flatMap((line) => reader.push(line) ?? []);
  return reader.pending() === '' ? cells : [...cells, `pending ${reader.pending()}`];
}

describe('lines of Python', () => {
  it.each([
    ['x = 1', ['x = 1']],
    ['x = (1 +\n2)', ['x = (1 +\n2)']],
    ['def f():\n  return 1\n\nf()', ['def f():\n  return 1\n', 'f()']],
    ['if x:\n  pass\nelse:\n  pass\n', ['if x:\n  pass\nelse:\n  pass\n']],
    ['@cache\ndef f(): pass\n', ['@cache\ndef f(): pass\n']],
    ['s = """a (\nb"""', ['s = """a (\nb"""']],
    ['a = 1 + \\\n2', ['a = 1 + \\\n2']],
    ['print(")") # (', ['print(")") # (']],
    ["d = {'a': 1}", ["d = {'a': 1}"]],
    ['x[1:]', ['x[1:]']],
    ['if x: # then\n  y\n', ['if x: # then\n  y\n']],
    ["'it\\'s ('", ["'it\\'s ('"]],
  ])('%j', (text, cells) => expect(cellsOf('python', text)).toEqual(cells));
});

describe.each(['javascript', 'typescript'])('lines of %s', (language) => {
  it.each([
    ['let x = 1', ['let x = 1']],
    ['function f(a) {\n  return a\n}\nf(1)', ['function f(a) {\n  return a\n}', 'f(1)']],
    ['const t = `a \x24{[1,\n2]} )\nb`', ['const t = `a \x24{[1,\n2]} )\nb`']],
    ['const t = `a \x24{`b \x24{1}`} }`', ['const t = `a \x24{`b \x24{1}`} }`']],
    ['"a(".match(/[(]/)', ['"a(".match(/[(]/)']],
    ['a / 2 // (', ['a / 2 // (']],
    ['/* {\n*/ 1', ['/* {\n*/ 1']],
    ['const x =\n  5', ['const x =\n  5']],
    ['list\n  .map(', ['list', 'pending   .map(\n']],
    ['a &&\nb', ['a &&\nb']],
    ['const f = () =>\n 1', ['const f = () =>\n 1']],
    ['x?.y', ['x?.y']],
  ])('%j', (text, cells) => expect(cellsOf(language, text)).toEqual(cells));
});

describe('lines of Bash', () => {
  it.each([
    ['echo a', ['echo a']],
    ['for x in a b\ndo\n  echo $x\ndone', ['for x in a b\ndo\n  echo $x\ndone']],
    ['if true; then\n  echo if\nfi', ['if true; then\n  echo if\nfi']],
    ['echo if for done', ['echo if for done']],
    ["echo 'a\nb'", ["echo 'a\nb'"]],
    ['echo "a \\" b\nc"', ['echo "a \\" b\nc"']],
    ['echo a \\\nb', ['echo a \\\nb']],
    ['echo a |\ncat', ['echo a |\ncat']],
    ['true &&\ntrue', ['true &&\ntrue']],
    ['sleep 1 &', ['sleep 1 &']],
    ['f() {\n  echo 1\n}', ['f() {\n  echo 1\n}']],
    ['echo \x24{#x} $((1<<2)) $# # (', ['echo \x24{#x} $((1<<2)) $# # (']],
    ['cat <<END\n(\nEND', ['cat <<END\n(\nEND']],
    ["cat <<-'E'\n\tdone {\n\tE\necho", ["cat <<-'E'\n\tdone {\n\tE", 'echo']],
    ['cat <<< (', ['pending cat <<< (\n']],
    ['case x in\n  a) echo;;\nesac', ['case x in\n  a) echo;;\nesac']],
  ])('%j', (text, cells) => expect(cellsOf('bash', text)).toEqual(cells));
});

describe('a cell', () => {
  it('ends at two empty lines, even if it is not complete', () => {
    expect(cellsOf('python', 'x = (\n\n')).toEqual(['x = (\n\n']);
  });

  it('is each line of an unknown language', () => {
    expect(cellsOf('ruby', 'def f\nend')).toEqual(['def f', 'end']);
  });

  it('can be discarded while it is typed', () => {
    const reader = createCellReader('python');
    reader.push('x = (');
    expect(reader.pending()).toBe('x = (\n');
    reader.reset();
    expect(reader.push('y')).toBe('y');
  });

  it('is read in linear time', () => {
    const reader = createCellReader('bash');
    const timeMs = processorTimeOf(() => {
      expect(reader.push('(<<a if '.repeat(100_000))).toBeUndefined();
    });
    expect(timeMs).toBeLessThan(5000);
  });
});
