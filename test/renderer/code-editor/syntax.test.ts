import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { javascript } from '@codemirror/lang-javascript';
import { python } from '@codemirror/lang-python';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { baseSamples } from '../../../src-renderer/features/executions/samples/base-samples.ts';
import { snippetsOf } from '../../../src-renderer/ui/code-editor/completion/snippets.ts';
import { checkJavaScript } from '../../../src-renderer/ui/code-editor/syntax/javascript-syntax.ts';
import { shownProblems } from '../../../src-renderer/ui/code-editor/syntax/shown-problems.ts';
import { inserted } from './inserted-snippet.ts';
import { pythonCheck } from './python-check.ts';

const examples = join(import.meta.dirname, '../../../examples');
const languageOf: Readonly<Record<string, string>> = {
  '.py': 'python',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.ts': 'typescript',
};

function check(code: string, language: string) {
  return language === 'python' ? pythonCheck()(code) : checkJavaScript(code, language);
}

/** Returns what is marked, as `marked text: message`. */
function marked(code: string, language: string): string[] {
  const extensions = language === 'python' ? python() : javascript({ typescript: language === 'typescript' });
  const state = EditorState.create({ doc: code, extensions });
  return shownProblems(state, check(code, language)).map(
    ({ from, to, message }) => `${state.doc.lineAt(from).number} ${state.doc.sliceString(from, to)}: ${message}`,
  );
}

describe('a valid program has no mark', () => {
  const files = readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter(
    (path) => extname(path) in languageOf,
  );

  it.each(files)('examples/%s', (path) => {
    const code = readFileSync(join(examples, path), 'utf8');
    expect(check(code, languageOf[extname(path)] ?? '')).toEqual([]);
  });

  it.each(['python', 'javascript', 'typescript'])('the sample of %s', (language) => {
    expect(check(baseSamples[language] ?? 'no sample (', language)).toEqual([]);
  });

  it.each(['python', 'javascript', 'typescript'])('the snippets of %s', (language) => {
    for (const { label } of snippetsOf(language)) {
      // A field without a name is empty, and a body without statements is not valid.
      const code = inserted(language, label).replace(/^( *)$/gm, language === 'python' ? '$1pass' : '$1');
      expect([label, check(code, language)]).toEqual([label, []]);
    }
  });

  it.each(validPython())('Python: %s', (code) => expect(check(code, 'python')).toEqual([]));
  it.each(validJavaScript())('JavaScript: %s', (code) => expect(check(code, 'javascript')).toEqual([]));
  it.each(validTypeScript())('TypeScript: %s', (code) => expect(check(code, 'typescript')).toEqual([]));
});

describe('an error is marked once, where it is', () => {
  it.each([
    ['def f()\n  return 1\n', ['1 ): Expected “:”, found newline']],
    ['print("a\nx = 1\n', ['1 "a: Missing closing quote in string literal']],
    ['x = (1,\n  2\ny = 3\nz = 4\n', ['1 (: “(” is never closed']],
    ['x = {"a": [1, 2}\n', ['1 [: “[” is never closed']],
    ['if x = 1:\n  pass\n\ny = 2\nz = 3 3\n', ['1 =: Expected “:”, found “=”', expect.stringMatching(/^5 3: /)]],
    ['for i in range(3):\n', ['1 :: Expected an indented block after “for” statement']],
    ['if a:\n    b\n  c\n', [expect.stringMatching(/^3 .*Unindent does not match/)]],
    ['x = 1 +\n', ['1 +: Expected an expression']],
    ['a = "😀"; b b\n', [expect.stringMatching(/^1 b: /)]],
  ])('Python: %j', (code, expected) => expect(marked(code, 'python')).toEqual(expected));

  it.each([
    ['const a = ;\n', ['1 ;: Unexpected token']],
    ['function f() {\n  return 1;\n', ['1 {: “{” is never closed']],
    ['f(1, 2;\n', [expect.stringMatching(/^1 ;: Unexpected token, expected ","/)]],
    ['const a = 1;\nconst a = 2;\n', ["2 a: Identifier 'a' has already been declared."]],
    ['const s = "a\n', [expect.stringMatching(/^1 .*Unterminated string/)]],
    ['a b\n', [expect.stringMatching(/^1 .*Missing semicolon/)]],
    ['const a: number = 1;\n', [expect.stringMatching(/^1 :: /)]],
  ])('JavaScript: %j', (code, expected) => expect(marked(code, 'javascript')).toEqual(expected));

  it('TypeScript', () => {
    expect(marked('type A = ;\n', 'typescript')).toEqual(['1 ;: Unexpected token']);
  });

  it('shows at most 20', () => {
    expect(check('let a = 1;\n'.repeat(100), 'javascript')).toHaveLength(20);
  });
});

function validPython(): string[] {
  return [
    '',
    'def f():\n  x = yield\n  yield\n',
    'x = 20. + 1.j',
    '\fclass A:\n  pass\n',
    'print(f"{x["a"]!r:>{w}} {y=}")',
    'match x, y:\n  case -1 | 1+2j, A(z=1): pass\n  case _: pass\n',
    'with (open(a) as b, open(c) as d):\n  pass\n',
    'type X[T] = list[T]\nclass A[T: int, *Ts, **P]: pass\n',
    'try:\n  a\nexcept* E as e:\n  b\n',
    'try:\n  a\nexcept A, B:\n  b\n',
    'a[*b]\nfor x in *a, b: pass\n',
    'await x\nasync for y in z: pass\n',
    '# /// script\n# dependencies = ["requests"]\n# ///\nimport requests\n',
    '# strongroom: arg month "Month of the report" 2026-01\nprint(1)\n',
    'if x:\r\n  y\r\n',
    'return 3\n',
  ];
}

function validJavaScript(): string[] {
  return [
    '',
    '#!/usr/bin/env node\nconst { a } = require("b");\nreturn;\n',
    'import a from "b" with { type: "json" };\nawait a;\nexport { a };\n',
    'with (a) { b }\nvar c = 010;\n',
    'using a = b();\nclass C { static #d = 1; accessor = 2; }\n',
    '// npm: zod@^4\nfor await (const a of b) {}\n',
    'a ??= b?.c + d`e`;\nlabel: for (;;) break label;\n',
    'const r = /[/\\]}]/v;\n',
  ];
}

function validTypeScript(): string[] {
  return [
    'const isA = (b: C): b is A => true;\ntype T = typeof import("x");\n',
    'export { type A, b } from "c";\ndeclare module "d" { const e: 1; }\n',
    'enum E { A }\nnamespace N { export const a = 1; }\nabstract class C<in out T> { constructor(private a?: T) { } }\n',
    '@d class A { @e() f!: string; constructor(@g h: I) {} }\n',
    'const a = <T,>(b: T) => b satisfies unknown as T;\nlet c = d!;\n',
    'interface S { (): void; <T>(a: T): T; new (): S; readonly [k: string]: unknown }\n',
    'import a = require("b");\nexport = a;\n',
    'function f(this: A, b: [c: string, d?: number]): asserts b {}\n',
  ];
}
