import type { TypeScriptProgram } from './resolution-programs.ts';

export const modulesPrograms: Readonly<Record<string, TypeScriptProgram>> = {
  'package.json says that it is a module': {
    files: {
      'package.json': '{"type":"module"}',
      'main.ts':
        "import { value } from './lib';\nconsole.log(value as string);\nimport { value as w } from './x.js';\nconsole.log(w as string);\nconsole.log(typeof require, this === undefined)",
      'lib/index.ts': "export const value: string = 'esm';\n",
      'x.ts': "export const value: string = 'x';\n",
    },
    stdout: 'esm\nx\nundefined true\n',
  },
  'package.json says that it is CommonJS': {
    files: {
      'package.json': '{"type":"commonjs"}',
      'main.ts':
        'import { value } from \'./a\';\nconsole.log(value as string);\nconsole.log(__filename.endsWith("main.ts"), typeof require, require("./a").value)',
      'a.ts': "export const value: string = 'cjs';\n",
    },
    stdout: 'cjs\ntrue function cjs\n',
  },
  'without a type, import, require, __dirname and import.meta work in one file': {
    files: {
      'main.ts':
        'import { value } from \'./a\';\nconsole.log(value as string);\nconsole.log(__dirname === process.cwd(), require("./a").value, typeof import.meta.url, import.meta.dirname === __dirname)',
      'a.ts': "export const value: string = 'a';\n",
    },
    stdout: 'a\ntrue a string true\n',
  },
  'import = require and export =': {
    files: {
      'main.ts':
        "import a = require('./a'); import fs = require('node:fs'); import type T = require('./a');\nconsole.log(a.one, typeof fs.readFileSync, new (require('./b'))().x);\n",
      'a.ts': 'const one: number = 1;\nexport = { one };',
      'b.ts': 'class B { x = 2 }\nnamespace B { export type T = 1 }\nexport = B;',
    },
    stdout: '1 function 2\n',
  },
  'imports of types vanish, also those without the word': {
    files: {
      'main.ts':
        "import type { A } from './none'; import { type B, c } from './c'; import { D } from './c'; export type { A }; import type E from 'nowhere';\nconst d: D = { d: c }; console.log(d.d);",
      'c.ts': 'export type B = 1; export interface D { d: number }; export const c = 3;',
    },
    stdout: '3\n',
  },
  'imports of types vanish from modules': {
    files: {
      'package.json': '{"type":"module"}',
      'main.ts': "import { c, D } from './c'; const d: D = { d: c }; console.log(d.d);",
      'c.ts': 'export interface D { d: number }; export const c = 3;',
    },
    stdout: '3\n',
  },
  'JSON, by import and require': {
    files: {
      'main.ts':
        "import data, { name } from './data.json'; import * as all from './data.json'; console.log(data.n, name, all.n, require('./data').name);",
      'data.json': '{"n":1,"name":"j","a-b":2}',
    },
    stdout: '1 j 1 j\n',
  },
  'JSON in a module, with and without an attribute': {
    files: {
      'package.json': '{"type":"module"}',
      'main.ts':
        "import data, { name } from './data.json'; import same from './data.json' with { type: 'json' }; console.log(data.n, name, same.n, (await import('./data.json')).default.n);",
      'data.json': '{"n":1,"name":"j","default":3}',
    },
    stdout: '1 j 1 1\n',
  },
  'JSON that is a list': {
    files: {
      'package.json': '{"type":"module"}',
      'main.ts': "import list from './l.json'; console.log(list.length);",
      'l.json': '[1,2]',
    },
    stdout: '2\n',
  },
  'top-level await, which makes it a module': {
    files: {
      'main.ts':
        "import { v } from './v'; const x: number = await Promise.resolve(v); console.log(x); for await (const y of [1]) console.log(y);",
      'v.ts': 'export const v = 2;',
    },
    stdout: '2\n1\n',
  },
  'await in a function leaves it CommonJS': {
    files: { 'main.ts': 'async function f() { await 1; console.log(__filename.length > 1, "await"); } f();' },
    stdout: 'true await\n',
  },
  'default of CommonJS with and without __esModule': {
    files: {
      'main.ts':
        "import d, { named } from './plain.js'; import * as ns from './plain.js'; import e from './es.js'; console.log(d.named, named, ns.default.named, e);",
      'plain.js': 'module.exports = { named: 1 };',
      'es.js': 'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = 2;',
    },
    stdout: '1 1 1 2\n',
  },
  'an installed package that is a module': {
    files: {
      'main.ts': "import d, { n } from 'pkg'; console.log(d, n);",
      'node_modules/pkg/package.json': '{"name":"pkg","type":"module","exports":"./i.js"}',
      'node_modules/pkg/i.js': 'export default 1; export const n = 2;',
    },
    stdout: '1 2\n',
  },
  'names of .cts in a module': {
    files: {
      'package.json': '{"type":"module"}',
      'main.ts': "import { a } from './a.cjs'; import b from './b.cjs'; console.log(a, b.x ?? b);",
      'a.cts': 'export const a = 1;',
      'b.cts': 'export = { x: 2 };',
    },
    stdout: '1 2\n',
  },
  'modules that import each other': {
    files: {
      'main.ts': "import { A } from './a'; console.log(new A().b().name());",
      'a.ts': "import { B } from './b'; export class A { b() { return new B(); } }",
      'b.ts': "import { A } from './a'; export class B { name() { return typeof A; } }",
    },
    stdout: 'function\n',
  },
  'import() of computed names, and with a query': {
    files: {
      'main.ts':
        "const n = './m' + 'ath'; import(n).then((m) => console.log(m.value)).then(() => import('./q?x=1')).then((m) => console.log(m.value))",
      'math.ts': "export const value: string = 'dyn';\n",
      'q.ts': "export const value: string = 'q';\n",
    },
    stdout: 'dyn\nq\n',
  },
  'import() has the default and the names': {
    files: {
      'main.ts': "import('./x').then((m) => console.log(m.default, m.a, Object.keys(m).includes('a')));",
      'x.ts': 'export default 5; export const a = 1;',
    },
    stdout: '5 1 true\n',
  },
  'an error of a module rejects import()': {
    files: {
      'main.ts': "import('./x').catch((e) => console.log('caught', e.message));",
      'x.ts': 'throw new Error("in x");',
    },
    stdout: 'caught in x\n',
  },
  'a package that is a module without saying so': {
    files: {
      'main.ts': "import d from 'pkg'; console.log(d);",
      'node_modules/pkg/package.json': '{"name":"pkg","main":"./i.js"}',
      'node_modules/pkg/i.js': 'export default 1; export const n = 2;',
    },
    stdout: '1\n',
  },
  'the same from a module, and names of CommonJS': {
    files: {
      'package.json': '{"type":"module"}',
      'main.ts': "import d from 'pkg'; import e, { n } from 'cjs'; console.log(d, e.n, n);",
      'node_modules/pkg/package.json': '{"name":"pkg","main":"./i.js"}',
      'node_modules/pkg/i.js': 'export default 1; export const n = 2;',
      'node_modules/cjs/package.json': '{"name":"cjs"}',
      'node_modules/cjs/index.js': 'const x = require("./y"); exports.n = x.n;',
      'node_modules/cjs/y.js': 'exports.n = 3;',
    },
    stdout: '1 3 3\n',
  },
  'a name that is missing is undefined, as in tsx': {
    files: { 'main.ts': "import { gone } from './a'; console.log(gone);", 'a.ts': 'export const a = 1' },
    stdout: 'undefined\n',
  },
  'export in all its forms': {
    files: {
      'main.ts':
        "import { a } from './a'; const b = a; export { b as default, a }; export * from './a'; export * as ns from './a'; console.log(Object.keys(module.exports).sort().join())",
      'a.ts': 'export const a = 1',
    },
    stdout: 'a,default,ns\n',
  },
  'worker threads and forked processes are TypeScript as well': {
    files: {
      'main.ts':
        "import { Worker } from 'node:worker_threads'; import { fork } from 'node:child_process'; new Worker(__dirname + '/w.ts').on('message', (m) => { console.log(m); fork(__dirname + '/f.ts'); });",
      'w.ts':
        "import { parentPort } from 'node:worker_threads'; import { value } from './v'; enum E { A }; parentPort!.postMessage(value + E.A);",
      'f.ts': "import { value } from './v';\nconsole.log(value as string);\n",
      'v.ts': "export const value: string = 'v';\n",
    },
    stdout: 'v0\nv\n',
  },
};
