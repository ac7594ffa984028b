import { describe, expect, it } from 'vitest';
import { findEntry } from '../../../src-cli/project/find-entry.ts';
import { languages } from '../../../src-daemon/engine/languages/languages.ts';

function find(files: Record<string, string>, language?: string): string {
  const paths = new Set(Object.keys(files));
  return findEntry({ folder: 'project', paths, languages, language, read: (path) => files[path] ?? '' });
}

const files = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, '']));
const main = (path: string) => ({ 'package.json': JSON.stringify({ main: path }) });

describe('the program of a folder', () => {
  it.each([
    [['a.py', 'main.py', '__main__.py', 'lib/main.js'], 'main.py'],
    [['__main__.py', 'a.py'], '__main__.py'],
    [['index.js', 'main.js'], 'index.js'],
    [['index.mts', 'a.ts'], 'index.mts'],
    [['src/index.ts', 'src/main.ts', 'lib/a.ts'], 'src/index.ts'],
    [['main.tsx'], 'main.tsx'],
    [['main.sh', 'lib.sh'], 'main.sh'],
    [['main.go', 'util.go', 'go.mod'], 'main.go'],
    [['src/main.rs', 'Cargo.toml'], 'src/main.rs'],
    [['Main.java', 'A.java'], 'Main.java'],
    [['main.R'], 'main.R'],
    [['main.rb'], 'main.rb'],
    [['main.lua'], 'main.lua'],
  ])('of %j is %s', (paths, entry) => {
    expect(find(files(...paths))).toBe(entry);
  });

  it.each([
    ['lib/app.js', 'lib/app.js'],
    ['./lib/app.js', 'lib/app.js'],
    ['lib/app', 'lib/app.js'],
    ['lib', 'lib/index.js'],
    ['./lib/', 'lib/index.js'],
    ['src/app.ts', 'src/app.ts'],
  ])('is "main" of package.json: %j', (path, entry) => {
    expect(find({ ...main(path), ...files('lib/app.js', 'lib/index.js', 'src/app.ts', 'index.js') })).toBe(entry);
  });

  it.each([
    ['dist/index.js', ['src/index.ts'], 'src/index.ts'],
    ['./app.js', ['app.ts', 'index.ts'], 'app.ts'],
    ['lib/app.mjs', ['lib/app.mts'], 'lib/app.mts'],
  ])('is the source of what "main" of package.json will be: %j', (path, paths, entry) => {
    expect(find({ ...main(path), ...files(...paths) })).toBe(entry);
    expect(() => find({ ...main(path), ...files(...paths) }, 'javascript')).toThrow('which is not among the files');
  });

  it.each([
    ['dist/app.js', '"main" of project/package.json is "dist/app.js", which is not among the files'],
    ['../out.js', '"main" of project/package.json is "../out.js"'],
    ['/etc/passwd', '"main" of project/package.json is "/etc/passwd"'],
  ])('is never a file outside of it: %j', (path, message) => {
    expect(() => find({ ...main(path), ...files('index.js') })).toThrow(message);
  });

  it.each([['[]'], ['null'], ['{"main":5}'], ['{"name":"x"}']])('is index.js with the package.json %s', (text) => {
    expect(find({ 'package.json': text, ...files('index.js') })).toBe('index.js');
  });

  it('is not guessed among several, unless the language is named', () => {
    const several = { ...main('app.js'), ...files('app.js', 'index.js', 'main.py', 'main.go') };
    expect(() => find(several)).toThrow(/project has several programs: app\.js, main\.py, main\.go\. .*--entry FILE/);
    expect(() => find(files('index.js', 'index.ts'))).toThrow('several programs: index.js, index.ts');
    expect(find(several, 'python')).toBe('main.py');
    expect(find(several, 'javascript')).toBe('app.js');
  });

  it('is looked for under names that the error lists', () => {
    const message = (run: () => string) => {
      try {
        return run();
      } catch (error) {
        return String(error);
      }
    };
    const all = message(() => find(files('tool.py')));
    for (const name of ['main.py', '__main__.py', 'index.js', 'index.ts', 'main.go', 'src/main.rs', 'package.json'])
      expect(all).toContain(name);
    expect(all).toContain('strongroom run --entry FILE project');
    const one = message(() => find(files('tool.py'), 'python'));
    expect(one).toContain('Looked for: main.py, __main__.py.');
  });

  it('is not found in a package.json that is not JSON', () => {
    expect(() => find({ 'package.json': '{', 'index.js': '' })).toThrow('project/package.json is not valid JSON');
  });
});
