/** The paths with which programs of a language usually begin, in their order. */
export const defaultEntries: Readonly<Record<string, readonly string[]>> = {
  python: ['main.py', '__main__.py'],
  javascript: ['index.js', 'index.mjs', 'index.cjs', 'main.js', 'main.mjs', 'main.cjs'],
  typescript: ['index', 'main', 'src/index', 'src/main'].flatMap((name) =>
    ['.ts', '.mts', '.cts', '.tsx'].map((ending) => name + ending),
  ),
  php: ['index.php', 'main.php'],
  r: ['main.R', 'main.r'],
  c: ['main.c', 'src/main.c'],
  cpp: ['main.cpp', 'src/main.cpp'],
  rust: ['src/main.rs', 'main.rs'],
  java: ['Main.java', 'src/Main.java'],
};
