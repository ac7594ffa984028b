import type { TypeScriptProgram } from './resolution-programs.ts';

export const syntaxPrograms: Readonly<Record<string, TypeScriptProgram>> = {
  'experimental decorators with metadata': {
    files: {
      'tsconfig.json': '{"compilerOptions":{"experimentalDecorators":true,"emitDecoratorMetadata":true}}',
      'main.ts':
        "const Reflected = Reflect as any;\nReflected.metadata = (key: string, value: any) => (target: any, name?: string) =>\n  console.log(key, name ?? target.name, Array.isArray(value) ? value.map((one) => one.name).join() : value?.name);\nimport { Part } from './part'; import type { Only } from './part';\nfunction note(...args: any[]) { console.log('note', args.length, typeof args[2]); }\n@note class Whole { @note name!: string; @note readonly list: Part[] = []; constructor(@note part: Part, only: Only, n: number, u: string | undefined) {} @note join(a: Date, b: () => void): Promise<void> { return Promise.resolve(); } @note get size(): number { return 1; } }\n",
      'part.ts': 'export class Part {}\nexport interface Only { a: 1 }',
    },
    stdout:
      'design:type name String\nnote 3 undefined\ndesign:type list Array\nnote 3 undefined\ndesign:returntype join Promise\ndesign:paramtypes join Date,Function\ndesign:type join Function\nnote 3 object\ndesign:paramtypes size \ndesign:type size Number\nnote 3 object\ndesign:paramtypes Whole Part,Object,Number,Object\ndesign:type Whole Function\nnote 3 number\nnote 1 undefined\n',
  },
  'decorators of the standard': {
    files: {
      'main.ts':
        "function log(value: any, context: any) { console.log(context.kind, context.name); if (context.kind === 'method') return function (this: any, ...a: any[]) { return value.apply(this, a) + 1; }; }\nfunction named(value: any, { addInitializer, metadata }: any) { addInitializer(function (this: any) { console.log('made', this.name); }); }\n@named @log class A { @log x = 1; @log accessor y = 2; @log static z = 3; @log m(a: number) { return a; } @log get g() { return 4; } @log #p = 5; }\nconst a = new A(); console.log(a.m(1), a.y, a.g, A.z, A.name);\n",
    },
    stdout: 'accessor y\nmethod m\ngetter g\nfield z\nfield x\nfield #p\nclass A\nmade A\n2 2 4 3 A\n',
  },
  'enums, namespaces, aliases, parameter properties, declared fields': {
    files: {
      'main.ts':
        "import { Color, Kind } from './e';\nexport enum Size { S = 1, M = S << 1, L = 'x'.length + M, T = 't' as any }\nnamespace Outer { export let count = 1; export namespace Inner { export const up = () => ++count; } }\nimport up = Outer.Inner.up;\nclass P { constructor(public readonly a: number, private b = a + 1, protected c?: string) {} sum() { return this.a + this.b; } }\nabstract class Q extends P { abstract x: string; declare y: number; override sum() { return super.sum() * 2; } }\nclass R extends Q { x = 'r' }\nconsole.log(Size.L, Size[1], up(), Outer.count, new R(1).sum(), Object.keys(new R(1)).join(), Color.Red, Kind[Kind.B], (<any>5) satisfies any, new P(1)!.a);\n",
      'e.ts': "export enum Color { Red = 'red' }\nexport const enum Kind { A, B }",
    },
    stdout: '3 S 2 2 6 a,b,c,x red B 5 1\n',
  },
  'JSX calls React.createElement': {
    files: {
      'main.tsx':
        "const React = { createElement: (t: any, p: any, ...c: any[]) => ({ t: typeof t === 'string' ? t : 'fn', p, c }), Fragment: 'f' };\nconst A = (p: { n: number }) => <b>{p.n}</b>;\nconsole.log(JSON.stringify(<><A n={1} key=\"k\" />text</>));\n",
    },
    entry: 'main.tsx',
    stdout: '{"t":"f","p":null,"c":[{"t":"fn","p":{"n":1,"key":"k"},"c":[]},"text"]}\n',
  },
  'JSX as tsconfig.json says: automatic': {
    files: {
      'tsconfig.json': '{"compilerOptions":{"jsx":"react-jsx","jsxImportSource":"tiny"}}',
      'node_modules/tiny/package.json': '{"name":"tiny","exports":{"./jsx-runtime":"./r.js"}}',
      'node_modules/tiny/r.js': 'exports.jsx = exports.jsxs = (t, p) => t + JSON.stringify(p); exports.Fragment = "F";',
      'main.ts': "import { view } from './view'; console.log(view);",
      'view.tsx': 'export const view = <a href="x">y</a>;',
    },
    stdout: 'a{"href":"x","children":"y"}\n',
  },
  'JSX as tsconfig.json says: another factory': {
    files: {
      'tsconfig.json': '{"compilerOptions":{"jsx":"react","jsxFactory":"h","jsxFragmentFactory":"F"}}',
      'main.tsx': 'const h = (t: any, ...r: any[]) => t + r.length; const F = "frag"; console.log(<><i/></>);',
    },
    entry: 'main.tsx',
    stdout: 'frag2\n',
  },
  'errors of types do not stop it': {
    files: { 'main.ts': "const n: number = 'text';  function f(a: string) { return a } console.log(n, f(1));" },
    stdout: 'text 1\n',
  },
  'target in tsconfig.json decides that fields are assigned': {
    files: {
      'tsconfig.json': '{"compilerOptions":{"target":"ES2020"}}',
      'main.ts':
        'class A { constructor() { this.set(); } set() {} } class B extends A { x?: number; set() { this.x = 1; } } console.log(new B().x);',
    },
    stdout: '1\n',
  },
  'without a target fields are defined': {
    files: {
      'main.ts':
        'class A { constructor() { this.set(); } set() {} } class B extends A { x?: number; set() { this.x = 1; } } console.log(new B().x);',
    },
    stdout: 'undefined\n',
  },
  using: {
    files: { 'main.ts': "{ using x = { [Symbol.dispose]() { console.log('gone') } }; console.log('in'); }" },
    stdout: 'in\ngone\n',
  },
  'a first line with #! and line ends of Windows': {
    files: { 'main.ts': '#!/usr/bin/env tsx\r\nenum A { B = 1 }\r\nconsole.log(A.B);\r\n' },
    stdout: '1\n',
  },
  'a byte order mark': {
    files: {
      'main.ts': "﻿import {value} from './v'; console.log(value);",
      'v.ts': "﻿export const value: string = 'bom';\n",
    },
    stdout: 'bom\n',
  },
  'a stack has the lines of the author': {
    files: {
      'main.ts':
        "import { f } from './deep';\ninterface A {\n  x: 1;\n}\n\nenum B { C }\ntry { f(); } catch (e: any) { console.log(e.stack.split('\\n').slice(0, 3).map((l: string) => l.trim().replace('/work/', '')).join('|')); }",
      'deep.ts':
        "type T = {\n  a: 1;\n};\nenum Q {\n A,\n}\nexport function f(): never {\n  throw new Error('deep');\n}",
    },
    stdout: 'Error: deep|at f (deep.ts:8:9)|at Object.<anonymous> (main.ts:7:8)\n',
  },
  'a stack has the lines of the author in modules': {
    files: {
      'package.json': '{"type":"module"}',
      'main.ts':
        "import { f } from './deep';\ninterface A {\n  x: 1;\n}\n\nenum B { C }\ntry { f(); } catch (e: any) { console.log(e.stack.split('\\n').slice(0, 2).map((l: string) => l.trim().replace('/work/', '')).join('|')); }",
      'deep.ts':
        "type T = {\n  a: 1;\n};\nenum Q {\n A,\n}\nexport function f(): never {\n  throw new Error('deep');\n}",
    },
    stdout: 'Error: deep|at f (deep.ts:8:9)\n',
  },
  'a stack has the lines of the author below a decorator': {
    files: {
      'main.ts':
        "function d(v: any, c: any) {}\n\n@d\nclass A {\n  @d m(): void {\n    throw new Error('x');\n  }\n}\ntry { new A().m(); } catch (e: any) { console.log(e.stack.split('\\n').slice(0, 2).map((l: string) => l.trim().replace('/work/', '')).join('|')); }",
    },
    stdout: 'Error: x|at A.m (main.ts:6:11)\n',
  },
};
