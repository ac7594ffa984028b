import { posix } from 'node:path';
import { findExecutable } from './find-executable.ts';
import { everyProgram, type Language } from './language.ts';

const program = '/work/main';
/** Returns the folder of a source, so that its neighbours are compiled with it. */
const folderOf = (path: string) => `/work/${posix.dirname(path)}`;
const makes = () => ['main'];
/**
 * Adds the libraries for HTTPS to the shell's arguments if a source includes one: the linker needs 8 ms to read them.
 */
const withLibraries = "grep -rqsE '(curl|openssl)/' . && set -- -Wl,--as-needed -lcurl -lssl -lcrypto";

/** Sets the shell's arguments to the package of the folder if a module has it, or else to its files. */
const withModule = 'if [ -e go.mod ] || [ -e /work/go.mod ]; then set -- .; else set -- *.go; fi';

/** Languages that are compiled to machine code. They have their own image. */
export const nativeLanguages: readonly Language[] = [
  {
    id: 'c',
    name: 'C',
    family: 'native',
    aliases: ['gcc'],
    fileExtension: '.c',
    fileName: 'main.c',
    // Run by the shell, so that further source files of a job are compiled with the program.
    compile: {
      command: (path) => [
        ...['/bin/sh', '-c', `cd "$0" && { ${withLibraries}; exec gcc -O2 -pipe -o ${program} *.c "$@" -lm; }`],
        folderOf(path),
      ],
      environment: {},
      makes,
      findProgram: findExecutable('C', 'define `int main(void)`'),
    },
    run: [program],
    versionCommand: 'gcc -dumpfullversion',
    packageManager: null,
    environment: {},
    startupVariables: everyProgram,
  },
  {
    id: 'cpp',
    name: 'C++',
    family: 'native',
    aliases: ['c++', 'cxx', 'g++'],
    fileExtension: '.cpp',
    fileName: 'main.cpp',
    compile: {
      command: (path) => [
        ...[
          '/bin/sh',
          '-c',
          `cd "$0" && { ${withLibraries}; exec g++ -O2 -pipe -std=c++20 -o ${program} *.cpp "$@"; }`,
        ],
        folderOf(path),
      ],
      environment: {},
      makes,
      findProgram: findExecutable('C++', 'define `int main()`'),
    },
    run: [program],
    versionCommand: 'g++ -dumpfullversion',
    packageManager: null,
    environment: {},
    startupVariables: everyProgram,
  },
  {
    id: 'go',
    name: 'Go',
    family: 'native',
    aliases: ['golang'],
    fileExtension: '.go',
    fileName: 'main.go',
    compile: {
      command: (path) => [
        ...['/bin/sh', '-c', `cd "$0" && { ${withModule}; exec go build -o ${program} "$@"; }`],
        folderOf(path),
      ],
      // The image has the compiled standard library (go-cache.sh), built with the same flags.
      environment: {
        GOCACHE: '/usr/lib/go-cache',
        GOPATH: '/tmp/go',
        GOFLAGS: '-trimpath',
        GOPROXY: 'off',
        GOTOOLCHAIN: 'local',
        GOTELEMETRY: 'off',
        CGO_ENABLED: '0',
      },
      makes,
      findProgram: findExecutable('Go', 'declare `package main` with `func main()`'),
    },
    run: [program],
    versionCommand: 'go version',
    packageManager: null,
    environment: {},
    startupVariables: [...everyProgram, /^GO/],
  },
  {
    id: 'rust',
    name: 'Rust',
    family: 'native',
    aliases: ['rs'],
    fileExtension: '.rs',
    fileName: 'main.rs',
    compile: {
      command: (fileName) => [
        '/usr/bin/rustc',
        ...['--edition=2021', '-C', 'opt-level=2', '-o', program, `/work/${fileName}`],
      ],
      environment: {},
      makes,
      findProgram: findExecutable('Rust', 'remove `#![crate_type]` and define `fn main()`'),
    },
    run: [program],
    versionCommand: 'rustc --version',
    packageManager: null,
    environment: {},
    startupVariables: [...everyProgram, /^RUST_/],
  },
];
