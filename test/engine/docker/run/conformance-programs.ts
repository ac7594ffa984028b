/**
 * One program for each language. Each reads its input, arguments, environment and an input file, writes to
 * both streams, writes a file and exits with 7.
 */
export const conformancePrograms: Readonly<Record<string, string>> = {
  python: `
import os, sys
print("in:" + sys.stdin.read())
print("args:" + "|".join(sys.argv[1:]))
print("env:" + os.environ["GREETING"])
print("file:" + open("data/input.txt", encoding="utf8").read())
print("naïve — 日本語 🎉", file=sys.stderr)
os.makedirs("out", exist_ok=True)
open("out/result.txt", "w", encoding="utf8").write("çedilla")
sys.exit(7)
`,
  javascript: `
const fs = require('node:fs');
console.log('in:' + fs.readFileSync(0, 'utf8'));
console.log('args:' + process.argv.slice(2).join('|'));
console.log('env:' + process.env.GREETING);
console.log('file:' + fs.readFileSync('data/input.txt', 'utf8'));
console.error('naïve — 日本語 🎉');
fs.mkdirSync('out');
fs.writeFileSync('out/result.txt', 'çedilla');
process.exit(7);
`,
  typescript: `
import fs from 'node:fs';
enum Code { Done = 7 }
const greeting: string = process.env.GREETING as string;
console.log('in:' + fs.readFileSync(0, 'utf8'));
console.log('args:' + process.argv.slice(2).join('|'));
console.log('env:' + greeting);
console.log('file:' + fs.readFileSync('data/input.txt', 'utf8'));
console.error('naïve — 日本語 🎉');
fs.mkdirSync('out');
fs.writeFileSync('out/result.txt', 'çedilla');
process.exit(Code.Done);
`,
  bash: `
echo "in:$(cat)"
IFS='|'; echo "args:$*"
echo "env:$GREETING"
echo "file:$(cat data/input.txt)"
echo "naïve — 日本語 🎉" >&2
mkdir out
printf çedilla > out/result.txt
exit 7
`,
  ruby: `
puts "in:" + STDIN.read
puts "args:" + ARGV.join("|")
puts "env:" + ENV["GREETING"]
puts "file:" + File.read("data/input.txt")
warn "naïve — 日本語 🎉"
Dir.mkdir("out")
File.write("out/result.txt", "çedilla")
exit 7
`,
  php: `<?php
echo "in:", stream_get_contents(STDIN), "\\n";
echo "args:", implode("|", array_slice($argv, 1)), "\\n";
echo "env:", getenv("GREETING"), "\\n";
echo "file:", file_get_contents("data/input.txt"), "\\n";
fwrite(STDERR, "naïve — 日本語 🎉\\n");
mkdir("out");
file_put_contents("out/result.txt", "çedilla");
exit(7);
`,
  perl: `
use strict; use warnings;
print "in:", do { local $/; <STDIN> }, "\\n";
print "args:", join("|", @ARGV), "\\n";
print "env:$ENV{GREETING}\\n";
open(my $in, "<", "data/input.txt") or die; print "file:", <$in>, "\\n";
print STDERR "naïve — 日本語 🎉\\n";
mkdir "out";
open(my $out, ">", "out/result.txt") or die; print $out "çedilla"; close $out;
exit 7;
`,
  lua: `
print("in:" .. io.read("a"))
print("args:" .. table.concat(arg, "|"))
print("env:" .. os.getenv("GREETING"))
print("file:" .. io.open("data/input.txt"):read("a"))
io.stderr:write("naïve — 日本語 🎉\\n")
os.execute("mkdir out")
local out = io.open("out/result.txt", "w"); out:write("çedilla"); out:close()
os.exit(7)
`,
  r: `
cat("in:", paste(readLines(file("stdin"), warn = FALSE), collapse = "\\n"), "\\n", sep = "")
cat("args:", paste(commandArgs(trailingOnly = TRUE), collapse = "|"), "\\n", sep = "")
cat("env:", Sys.getenv("GREETING"), "\\n", sep = "")
cat("file:", readLines("data/input.txt", warn = FALSE), "\\n", sep = "")
message("naïve — 日本語 🎉")
dir.create("out")
cat("çedilla", file = "out/result.txt")
quit(status = 7)
`,
  c: `
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
static void copy(const char *label, FILE *from) {
  char text[256];
  size_t length = fread(text, 1, sizeof text, from);
  printf("%s%.*s\\n", label, (int)length, text);
}
int main(int argc, char **argv) {
  copy("in:", stdin);
  printf("args:");
  for (int i = 1; i < argc; i++) printf("%s%s", i > 1 ? "|" : "", argv[i]);
  printf("\\nenv:%s\\n", getenv("GREETING"));
  copy("file:", fopen("data/input.txt", "r"));
  fprintf(stderr, "naïve — 日本語 🎉\\n");
  mkdir("out", 0755);
  FILE *out = fopen("out/result.txt", "w");
  fputs("çedilla", out);
  fclose(out);
  return 7;
}
`,
  cpp: `
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
std::string all(std::istream &from) { return {std::istreambuf_iterator<char>(from), {}}; }
int main(int argc, char **argv) {
  std::cout << "in:" << all(std::cin) << "\\nargs:";
  for (int i = 1; i < argc; i++) std::cout << (i > 1 ? "|" : "") << argv[i];
  std::ifstream in("data/input.txt");
  std::cout << "\\nenv:" << std::getenv("GREETING") << "\\nfile:" << all(in) << "\\n";
  std::cerr << "naïve — 日本語 🎉\\n";
  std::filesystem::create_directory("out");
  std::ofstream("out/result.txt") << "çedilla";
  return 7;
}
`,
  go: `
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	in, _ := io.ReadAll(os.Stdin)
	fmt.Printf("in:%s\\n", in)
	fmt.Printf("args:%s\\n", strings.Join(os.Args[1:], "|"))
	fmt.Printf("env:%s\\n", os.Getenv("GREETING"))
	given, _ := os.ReadFile("data/input.txt")
	fmt.Printf("file:%s\\n", given)
	fmt.Fprintln(os.Stderr, "naïve — 日本語 🎉")
	os.Mkdir("out", 0o755)
	os.WriteFile("out/result.txt", []byte("çedilla"), 0o644)
	os.Exit(7)
}
`,
  rust: `
use std::{env, fs, io};
fn main() -> io::Result<()> {
    println!("in:{}", io::read_to_string(io::stdin())?);
    println!("args:{}", env::args().skip(1).collect::<Vec<_>>().join("|"));
    println!("env:{}", env::var("GREETING").unwrap());
    println!("file:{}", fs::read_to_string("data/input.txt")?);
    eprintln!("naïve — 日本語 🎉");
    fs::create_dir("out")?;
    fs::write("out/result.txt", "çedilla")?;
    std::process::exit(7)
}
`,
  java: `
import java.nio.file.*;
public class Main {
  public static void main(String[] args) throws Exception {
    System.out.println("in:" + new String(System.in.readAllBytes(), "UTF-8"));
    System.out.println("args:" + String.join("|", args));
    System.out.println("env:" + System.getenv("GREETING"));
    System.out.println("file:" + Files.readString(Path.of("data/input.txt")));
    System.err.println("naïve — 日本語 🎉");
    Files.createDirectory(Path.of("out"));
    Files.writeString(Path.of("out/result.txt"), "çedilla");
    System.exit(7);
  }
}
`,
};

/** A program of each language that fails before it runs. */
export const brokenPrograms: Readonly<Record<string, { code: string; stderr: RegExp }>> = {
  python: { code: 'def (:\n', stderr: /SyntaxError/ },
  javascript: { code: 'let = = 1', stderr: /SyntaxError/ },
  typescript: { code: 'const a: = 1', stderr: /SyntaxError/ },
  bash: { code: 'if then fi', stderr: /syntax error/ },
  ruby: { code: 'def (\n', stderr: /main\.rb:\d+: syntax error/ },
  php: { code: '<?php if (', stderr: /Parse error.*main\.php/s },
  perl: { code: 'my $x = ;', stderr: /syntax error at .*main\.pl line 1/ },
  lua: { code: 'x = = 1', stderr: /main\.lua:1: unexpected symbol/ },
  r: { code: 'x <- <- 1', stderr: /unexpected assignment/ },
  c: { code: 'int main(void) { return x; }', stderr: /main\.c:1:\d+: error: .x. undeclared/ },
  cpp: { code: 'int main() { return x; }', stderr: /main\.cpp:1:\d+: error: .x. was not declared/ },
  go: { code: 'package main\nfunc main() { x() }', stderr: /main\.go:2:\d+: undefined: x/ },
  rust: { code: 'fn main() { x(); }', stderr: /cannot find function `x` in this scope/ },
  java: { code: 'public class Main { int x = ; }', stderr: /Main\.java:1: error: illegal start of expression/ },
};
