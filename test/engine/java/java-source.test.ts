import { describe, expect, test } from 'vitest';
import { javaFileName, javaSourceRoot, readJavaSource } from '../../../src-daemon/engine/java/java-source.ts';

const main = 'public static void main(String[] args) {}';
const escaped = (name: string) =>
  [...name].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

test.each([
  ['App.java', '', '.'],
  ['src/App.java', '', 'src'],
  ['a/b/App.java', 'package a.b;', '.'],
  ['src/main/java/a/b/App.java', 'package a.b;', 'src/main/java'],
  ['src/App.java', 'package a.b;', 'src'],
  ['xa/App.java', 'package a;', 'xa'],
])('the source root of %s with %j is %s', (path, code, root) => {
  expect(javaSourceRoot(path, `${code} class App {}`)).toBe(root);
});

describe('the file name of a Java source', () => {
  test.each<[string, string, string]>([
    ['its public class', `public class Hello { ${main} }`, 'Hello.java'],
    ['its public class, though another has main', `class A { ${main} } public final class B {}`, 'B.java'],
    ['its public record', 'public record Point(int x, int y) {}', 'Point.java'],
    ['its public interface', 'public sealed interface S permits T {} record T() implements S {}', 'S.java'],
    ['its public enum', '@Deprecated public enum Colour { RED }', 'Colour.java'],
    ['its public annotation', '@interface A {} public @interface B {}', 'B.java'],
    ['the class with main', `class Helper { int main; } class App { ${main} }`, 'App.java'],
    ['the class with main in a package', `package a.b; import java.util.*; class App { ${main} }`, 'App.java'],
    ['a name with letters beyond ASCII', `public class Größe { ${main} }`, 'Größe.java'],
    ['a name that begins with one', 'public class Ärger {}', 'Ärger.java'],
    ['a name in Unicode escapes', `public class ${escaped('Abc')} {}`, 'Abc.java'],
    [
      'a public class behind an escaped comment',
      `${escaped('/*')} public class No {} */ public class Yes {}`,
      'Yes.java',
    ],
    ['no class in a comment', `/* public class No {} */ // public class No {}\nclass Yes { ${main} }`, 'Yes.java'],
    ['no class in a string', `class Yes { String s = "public class No {"; ${main} }`, 'Yes.java'],
    ['no class in a text block', `class Yes { String s = """\n public class No { " \\""" """; ${main} }`, 'Yes.java'],
    ['no nested class', `class Yes { public static class No { ${main} } ${main} }`, 'Yes.java'],
    ['brackets that are characters', `class A { char c = '{', d = '\\'', e = '"'; } public class Yes {}`, 'Yes.java'],
    ['a class behind an annotation with brackets', '@A({@B("}"), @B(")")}) public class Yes {}', 'Yes.java'],
    [
      'a class behind another that is public inside',
      'class A { public int x; } class B {} public class Yes {}',
      'Yes.java',
    ],
    ['a type parameter', `class A<T extends Comparable<T>> { ${main} }`, 'A.java'],
    ['nothing', '', 'Main.java'],
    ['no class', 'void main() {}', 'Main.java'],
    ['a class without main that is not public', 'class A {}', 'Main.java'],
    ['a name too long for a file', `public class ${'N'.repeat(256)} {}`, 'Main.java'],
    ['a broken source', 'public class', 'Main.java'],
    ['an open comment', '/* public class No {}', 'Main.java'],
  ])('is that of %s', (_what, code, fileName) => {
    expect(javaFileName(code)).toBe(fileName);
  });
});

test('a Java source has its package and its outer types in order', () => {
  const code = `/** A. */ package a . b.c; class One {} record Two(int x) { static void main() {} } public enum Three { A { } }`;
  expect(readJavaSource(code)).toEqual({
    packageName: 'a.b.c',
    types: [
      { name: 'One', isPublic: false, hasMain: false },
      { name: 'Two', isPublic: false, hasMain: true },
      { name: 'Three', isPublic: true, hasMain: false },
    ],
  });
});
