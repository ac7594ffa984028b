/**
 * For each language a program that copies `in/01` to `in/40` to the folder `out` and removes all permissions
 * from `out/01`.
 */
export const fileCopiers: Readonly<Record<string, string>> = {
  python: `
import os
os.mkdir("out")
for name in sorted(os.listdir("in")):
    open("out/" + name, "w").write(open("in/" + name).read())
os.chmod("out/01", 0)
`,
  javascript: `
const fs = require('node:fs');
fs.mkdirSync('out');
for (const name of fs.readdirSync('in')) fs.writeFileSync('out/' + name, fs.readFileSync('in/' + name, 'utf8'));
fs.chmodSync('out/01', 0);
`,
  typescript: `
import fs from 'node:fs';
fs.mkdirSync('out');
const names: string[] = fs.readdirSync('in');
for (const name of names) fs.writeFileSync('out/' + name, fs.readFileSync('in/' + name, 'utf8'));
fs.chmodSync('out/01', 0);
`,
  bash: 'cp -r in out\nchmod 000 out/01\n',
  ruby: `
Dir.mkdir("out")
Dir.children("in").each { |name| File.write("out/" + name, File.read("in/" + name)) }
File.chmod(0, "out/01")
`,
  php: `<?php
mkdir("out");
foreach (array_diff(scandir("in"), [".", ".."]) as $name) file_put_contents("out/$name", file_get_contents("in/$name"));
chmod("out/01", 0);
`,
  perl: `
mkdir "out";
for my $path (<in/*>) {
  open(my $in, "<", $path) or die; (my $name = $path) =~ s/^in/out/;
  open(my $out, ">", $name) or die; print {$out} <$in>; close $out;
}
chmod 0, "out/01";
`,
  lua: `
os.execute("mkdir out")
for index = 1, 40 do
  local name = string.format("%02d", index)
  local out = io.open("out/" .. name, "w"); out:write(io.open("in/" .. name):read("a")); out:close()
end
os.execute("chmod 000 out/01")
`,
  r: `
dir.create("out")
for (name in list.files("in")) file.copy(file.path("in", name), file.path("out", name))
Sys.chmod("out/01", "000")
`,
  c: `
#include <stdio.h>
#include <sys/stat.h>
int main(void) {
  mkdir("out", 0755);
  for (int index = 1; index <= 40; index++) {
    char from[16], to[16], text[64];
    snprintf(from, sizeof from, "in/%02d", index);
    snprintf(to, sizeof to, "out/%02d", index);
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    fwrite(text, 1, fread(text, 1, sizeof text, in), out);
    fclose(out);
  }
  return chmod("out/01", 0);
}
`,
  cpp: `
#include <filesystem>
namespace fs = std::filesystem;
int main() {
  fs::copy("in", "out");
  fs::permissions("out/01", fs::perms::none);
}
`,
  go: `
package main

import "os"

func main() {
	os.Mkdir("out", 0o755)
	entries, _ := os.ReadDir("in")
	for _, entry := range entries {
		text, _ := os.ReadFile("in/" + entry.Name())
		os.WriteFile("out/"+entry.Name(), text, 0o644)
	}
	os.Chmod("out/01", 0)
}
`,
  rust: `
use std::{fs, io, os::unix::fs::PermissionsExt};
fn main() -> io::Result<()> {
    fs::create_dir("out")?;
    for entry in fs::read_dir("in")? {
        let entry = entry?;
        fs::write(format!("out/{}", entry.file_name().to_string_lossy()), fs::read(entry.path())?)?;
    }
    fs::set_permissions("out/01", fs::Permissions::from_mode(0))
}
`,
  java: `
import java.nio.file.*;
import java.util.Set;
public class Copier {
  public static void main(String[] args) throws Exception {
    Files.createDirectory(Path.of("out"));
    try (var names = Files.list(Path.of("in"))) {
      for (Path path : names.toList()) Files.writeString(Path.of("out").resolve(path.getFileName()), Files.readString(path));
    }
    Files.setPosixFilePermissions(Path.of("out/01"), Set.of());
  }
}
`,
};

/** Text that is not a program in any language. PHP prints it, because it is outside of `<?php` marks. */
export const noProgram = 'This: is { no program\n';
