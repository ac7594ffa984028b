/** A program that formats code: it reads the code from its input and prints it, or prints why it could not. */
export interface Formatter {
  /** The language of the program, whose image and packages have the formatter. */
  language: string;
  program: string;
  /** Message for a formatter that is not installed: the package to add. */
  missing: string;
}

/** Exit code of a program whose formatter is not installed. */
export const notInstalled = 44;

const python: Formatter = {
  language: 'python',
  missing: 'Python code is formatted by the package black or ruff. Add one of them to the Python packages.',
  program: `
import importlib.util, subprocess, sys
code = sys.stdin.buffer.read()
if importlib.util.find_spec("black"):
    import black
    try:
        done = black.format_str(code.decode(), mode=black.Mode()).encode()
    except Exception as problem:
        sys.exit(str(problem))
elif importlib.util.find_spec("ruff"):
    run = subprocess.run([sys.executable, "-m", "ruff", "format", "--no-cache", "-"], input=code, capture_output=True)
    if run.returncode != 0:
        sys.exit(run.stderr.decode())
    done = run.stdout
else:
    sys.exit(${notInstalled})
sys.stdout.buffer.write(done)
`,
};

/** @param parser of the package prettier */
const prettier = (parser: 'babel' | 'typescript'): Formatter => ({
  language: 'javascript',
  missing: 'This code is formatted by the package prettier. Add it to the JavaScript packages.',
  program: `
const { readFileSync } = require('node:fs');
function load() {
  try {
    return require('prettier');
  } catch (problem) {
    if (problem.code === 'MODULE_NOT_FOUND') process.exit(${notInstalled});
    throw problem;
  }
}
load()
  .format(readFileSync(0, 'utf8'), { parser: '${parser}' })
  .then((text) => process.stdout.end(text))
  .catch((problem) => {
    console.error(problem.message);
    process.exitCode = 1;
  });
`,
});

/** The package that gofmt is made of. */
const go: Formatter = {
  language: 'go',
  missing: 'The image of Go has no formatter.',
  program: `package main

import (
	"fmt"
	"go/format"
	"io"
	"os"
)

func main() {
	code, err := io.ReadAll(os.Stdin)
	if err == nil {
		code, err = format.Source(code)
	}
	if err != nil {
		fmt.Fprint(os.Stderr, err)
		os.Exit(1)
	}
	os.Stdout.Write(code)
}
`,
};

const formatters: Readonly<Record<string, Formatter>> = {
  python,
  javascript: prettier('babel'),
  typescript: prettier('typescript'),
  go,
};

/** Returns the formatter of a language; undefined if there is none. */
export const formatterOf = (language: string): Formatter | undefined =>
  Object.hasOwn(formatters, language) ? formatters[language] : undefined;
