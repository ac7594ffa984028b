/** Programs of TypeScript as people write them. Each was compared with tsx and tsc. */
export interface TypeScriptProgram {
  files: Record<string, string>;
  /** main.ts if absent. */
  entry?: string;
  stdout: string;
}

export const resolutionPrograms: Readonly<Record<string, TypeScriptProgram>> = {
  'a name without an ending is the .ts file, before the .js file': {
    files: {
      'main.ts': "import { value } from './math';\nconsole.log(value as string);\n",
      'math.ts': "export const value: string = 'ts';\n",
      'math.js': 'exports.value = "js"',
    },
    stdout: 'ts\n',
  },
  'a name without an ending can be a .tsx file': {
    files: {
      'main.ts': "import { value } from './math';\nconsole.log(value as string);\n",
      'math.tsx': "export const value: string = 'tsx';\n",
    },
    stdout: 'tsx\n',
  },
  'a name without an ending can be a .js file': {
    files: {
      'main.ts': "import { value } from './math';\nconsole.log(value as string);\n",
      'math.js': 'exports.value = "js"',
    },
    stdout: 'js\n',
  },
  'a folder is its index.ts': {
    files: {
      'main.ts': "import { value } from './math';\nconsole.log(value as string);\n",
      'math/index.ts': "export const value: string = 'index';\n",
    },
    stdout: 'index\n',
  },
  '"." and ".." are folders': {
    files: {
      'a/main.ts':
        "import { value } from '..';\nconsole.log(value as string);\nimport {value as v} from '.';console.log(v)",
      'index.ts': "export const value: string = 'above';\n",
      'a/index.ts': "export const value: string = 'here';\n",
    },
    entry: 'a/main.ts',
    stdout: 'above\nhere\n',
  },
  'a file comes before a folder of the same name': {
    files: {
      'main.ts': "import { value } from './math';\nconsole.log(value as string);\n",
      'math.ts': "export const value: string = 'file';\n",
      'math/index.ts': "export const value: string = 'index';\n",
    },
    stdout: 'file\n',
  },
  'a name with a slash at its end is a folder': {
    files: {
      'main.ts': "import { value } from './math/';\nconsole.log(value as string);\n",
      'math.ts': "export const value: string = 'file';\n",
      'math/index.ts': "export const value: string = 'index';\n",
    },
    stdout: 'index\n',
  },
  'a folder is the source of its "main"': {
    files: {
      'main.ts': "import { value } from './math';\nconsole.log(value as string);\n",
      'math/package.json': '{"main":"./lib/x.js"}',
      'math/lib/x.ts': "export const value: string = 'main';\n",
    },
    stdout: 'main\n',
  },
  '.js means the .ts file': {
    files: {
      'main.ts': "import { value } from './math.js';\nconsole.log(value as string);\n",
      'math.ts': "export const value: string = 'ts';\n",
    },
    stdout: 'ts\n',
  },
  '.js means the .tsx file': {
    files: {
      'main.ts': "import { value } from './math.js';\nconsole.log(value as string);\n",
      'math.tsx': "export const value: string = 'tsx';\n",
    },
    stdout: 'tsx\n',
  },
  '.js means the .ts file if both are there': {
    files: {
      'main.ts': "import { value } from './math.js';\nconsole.log(value as string);\n",
      'math.ts': "export const value: string = 'ts';\n",
      'math.js': 'exports.value="js"',
    },
    stdout: 'ts\n',
  },
  'a name can have dots': {
    files: {
      'main.ts': "import { value } from './math.service';\nconsole.log(value as string);\n",
      'math.service.ts': "export const value: string = 'service';\n",
    },
    stdout: 'service\n',
  },
  '.mjs means .mts, and .cjs means .cts': {
    files: {
      'main.ts':
        "import { value } from './a.mjs';\nconsole.log(value as string);\nimport { value as c } from './b.cjs'; console.log(c);",
      'a.mts': "export const value: string = 'mts';\n",
      'b.cts': "export const value: string = 'cts';\n",
    },
    stdout: 'mts\ncts\n',
  },
  'an .mts program imports modules and CommonJS': {
    files: {
      'main.mts':
        "import { value } from './a.mts';\nconsole.log(value as string);\nimport { value as v } from './b.cts';\nconsole.log(v as string);\nconsole.log(typeof await 1, import.meta.filename.endsWith(\"main.mts\"))",
      'a.mts': "export const value: string = 'mts';\n",
      'b.cts': "export const value: string = 'cts';\n",
    },
    entry: 'main.mts',
    stdout: 'mts\ncts\nnumber true\n',
  },
  'a name can end with .ts': {
    files: {
      'main.ts': "import { value } from './a.ts';\nconsole.log(value as string);\n",
      'a.ts': "export const value: string = 'ts';\n",
    },
    stdout: 'ts\n',
  },
  'paths of tsconfig.json': {
    files: {
      'tsconfig.json':
        '{ // comment\n"extends": "./base.json", "compilerOptions": {"paths": {"@app/*": ["./src/*"], "one": ["./src/one.ts"], "*": ["./types/*", "./src/deep/*"]},}}',
      'base.json': '{"compilerOptions":{"experimentalDecorators":true}}',
      'main.ts':
        "import { value } from '@app/a';\nconsole.log(value as string);\nimport { value as o } from 'one'; import { value as d } from 'd'; console.log(o, d); function x(t: any, n: string) { console.log(n) } class Y { @x a = 1 }",
      'src/a.ts': "export const value: string = 'a';\n",
      'src/one.ts': "export const value: string = 'one';\n",
      'src/deep/d.ts': "export const value: string = 'd';\n",
    },
    stdout: 'a\none d\na\n',
  },
  'baseUrl of tsconfig.json, after modules of Node': {
    files: {
      'tsconfig.json': '{"compilerOptions":{"baseUrl":"src"}}',
      'main.ts':
        "import { value } from 'lib/a';\nconsole.log(value as string);\nimport { join } from 'path'; console.log(join('a', 'b'))",
      'src/lib/a.ts': "export const value: string = 'base';\n",
    },
    stdout: 'base\na/b\n',
  },
  'extends of tsconfig.json, several, relative to each file': {
    files: {
      'config/a.json': '{"compilerOptions":{"baseUrl":"../src"}}',
      'config/b.json': '{"compilerOptions":{"experimentalDecorators":true}}',
      'tsconfig.json': '{"extends":["./config/a.json","./config/b"]}',
      'main.ts':
        "import { value } from 'lib/a';\nconsole.log(value as string);\nfunction d(t: any, n: string) { console.log(n) } class X { @d x = 1 }",
      'src/lib/a.ts': "export const value: string = 'base';\n",
    },
    stdout: 'base\nx\n',
  },
  'a circle of extends does not end the program': {
    files: {
      'tsconfig.json': '{"extends":"./b.json"}',
      'b.json': '{"extends":"./tsconfig.json"}',
      'main.ts': 'console.log(1 as number)',
    },
    stdout: '1\n',
  },
  '"imports" of package.json': {
    files: {
      'package.json': '{"type":"module","imports":{"#x/*":"./src/*.js"}}',
      'main.ts': "import { value } from '#x/a';\nconsole.log(value as string);\n",
      'src/a.ts': "export const value: string = 'hash';\n",
    },
    stdout: 'hash\n',
  },
  'a package whose main is TypeScript': {
    files: {
      'node_modules/@w/u/package.json': '{"name":"@w/u","main":"src/index.ts"}',
      'node_modules/@w/u/src/index.ts': "export { value } from './v';",
      'node_modules/@w/u/src/v.ts': "export const value: string = 'w';\n",
      'main.ts': "import { value } from '@w/u';\nconsole.log(value as string);\n",
    },
    stdout: 'w\n',
  },
  'JavaScript of the project imports TypeScript': {
    files: {
      'main.ts': "import { a } from './a'; console.log(a);",
      'a.js': "export { b as a } from './b';",
      'b.ts': 'export const b: number = 4;',
    },
    stdout: '4\n',
  },
  'an .mjs file imports TypeScript without an ending': {
    files: {
      'main.mts': "import { a } from './a.mjs'; console.log(a)",
      'a.mjs': "export { a } from './b';",
      'b.ts': 'export const a: number = 1;',
    },
    entry: 'main.mts',
    stdout: '1\n',
  },
  'two names of one file are one module': {
    files: {
      'main.ts':
        "import { symlinkSync, mkdirSync } from 'node:fs'; mkdirSync('real', { recursive: true }); try { symlinkSync('a.ts', 'b.ts') } catch {}; console.log(require('./a') === require('./b'))",
      'a.ts': 'export const a = 1',
    },
    stdout: 'true\n',
  },
  'require.resolve, require.main and import.meta know the file': {
    files: {
      'main.ts':
        "console.log(require.resolve('./math').endsWith('math.ts'), require.main === module, import.meta.filename === __filename)",
      'math.ts': '',
    },
    stdout: 'true true true\n',
  },
  'files that the program makes': {
    files: {
      'main.ts':
        "import { writeFileSync, mkdirSync } from 'node:fs'; try { require('./made') } catch { console.log('none') } writeFileSync(__dirname + '/made.ts', 'export enum E { A = 7 }'); console.log(require('./made').E.A); import('./made').then((m) => console.log(m.E.A))",
    },
    stdout: 'none\n7\n7\n',
  },
  'a module has the names of undeclared files and of CommonJS': {
    files: {
      'main.mts':
        "import { a } from './x.ts'; import { b } from './y.cts'; import z from './z.cts'; console.log(a, b, z.q);",
      'x.ts': 'export default 5; export const a = 1; export * from "./w"',
      'w.ts': 'export const w = 1',
      'y.cts': 'export const b = 2; export default 1',
      'z.cts': 'export = { q: 1 }',
    },
    entry: 'main.mts',
    stdout: '1 2 1\n',
  },
};
