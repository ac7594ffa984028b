/** Sources that compile but have no entry point, with the reason that the run reports. */
export const libraries: readonly { language: string; what: string; code: string; stderr: RegExp }[] = [
  ...['lib', 'rlib', 'staticlib'].map((kind) => ({
    language: 'rust',
    what: `crate_type="${kind}"`,
    code: `#![crate_type="${kind}"]\npub fn answer() -> i32 { 42 }`,
    stderr: /^strongroom: The Rust source compiled to a library, not to a program: .*`fn main\(\)`\.$/m,
  })),
  ...['dylib', 'cdylib', 'proc-macro'].map((kind) => ({
    language: 'rust',
    what: `crate_type="${kind}"`,
    code: `#![crate_type="${kind}"]\n${kind === 'proc-macro' ? '' : 'pub fn answer() -> i32 { 42 }'}`,
    stderr: /^strongroom: The Rust source compiled to a shared library, not to a program: /m,
  })),
  {
    language: 'go',
    what: 'package notmain',
    code: 'package notmain\nfunc Answer() int { return 42 }',
    stderr:
      /^strongroom: The Go source compiled to a library, not to a program: declare `package main` with `func main\(\)`\.$/m,
  },
  {
    language: 'java',
    what: 'a class without main',
    code: 'public class Library { static int answer() { return 42; } }',
    stderr: /^strongroom: The Java source has no class that can be run: /m,
  },
  {
    language: 'java',
    what: 'a main with a wrong signature',
    code: 'public class Library { void main(String[] args) {} public static int main(int x) { return x; } }',
    stderr: /^strongroom: The Java source has no class that can be run: /m,
  },
  {
    language: 'java',
    what: 'an interface',
    code: 'public interface Library { int answer(); }',
    stderr: /^strongroom: The Java source has no class that can be run: /m,
  },
  {
    language: 'java',
    what: 'no class at all',
    code: '// nothing\n',
    stderr: /^strongroom: The Java source has no class/m,
  },
];

const print = (text: string) => `public static void main(String[] args) { System.out.println("${text}"); }`;

/** Java programs whose class is not `Main`. Each prints `ok`. */
export const javaPrograms: readonly { what: string; code: string; files?: Record<string, string> }[] = [
  { what: 'a public class', code: `public class Hello { ${print('ok')} }` },
  { what: 'a class that is not public', code: `class Helper {} class App { ${print('ok')} }` },
  { what: 'a package', code: `package a.b; public class Hello { ${print('ok')} }` },
  { what: 'a package and no public class', code: `package a.b; class Hello { ${print('ok')} }` },
  { what: 'an enum', code: `public enum Colour { RED; ${print('ok')} }` },
  { what: 'a record', code: `public record Point(int x) { ${print('ok')} }` },
  { what: 'an interface', code: `public interface Start { ${print('ok').replace('public ', '')} }` },
  { what: 'a nested class', code: `public class Outer { static class Inner { ${print('ok')} } }` },
  { what: 'another class than the public one', code: `public class Data {} class App { ${print('ok')} }` },
  { what: 'letters beyond ASCII', code: `public class Größe { ${print('ok')} }` },
  { what: 'a class in a comment', code: `/* public class No {} */ public class Yes { ${print('ok')} }` },
  {
    what: 'main in a superclass of another file, which has a byte order mark',
    code: 'public class App extends Base {}',
    files: { 'Base.java': `\uFEFFpublic class Base { ${print('ok')} }` },
  },
  {
    what: 'a class of its package in another file',
    code: `package a; public class App { public static void main(String[] args) { System.out.println(Other.ok()); } }`,
    files: { 'a/Other.java': 'package a; class Other { static String ok() { return "ok"; } }' },
  },
  {
    what: 'another file of the name Main.java',
    code: `public class App { public static void main(String[] args) { System.out.println(Main.ok); } }`,
    files: { 'Main.java': 'class Main { static String ok = "ok"; }' },
  },
];
