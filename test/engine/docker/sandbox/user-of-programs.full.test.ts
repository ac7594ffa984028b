import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { hasCommand } from '../../../../scripts/engine/debian.ts';
import { openSandbox, shell } from '../../live/live-fixture.ts';
import { describeWithDocker, run } from '../docker-fixture.ts';
import { installFamilies, installLimitMs } from '../images/installed-families.ts';

const java = `public class Main {
  public static void main(String[] args) {
    System.out.println(System.getProperty("user.name") + " " + System.getProperty("user.home"));
  }
}`;
const go = `package main
import ("fmt"; "os"; "os/user"; "strconv")
func main() {
  me, err := user.Current()
  if err != nil { panic(err) }
  same, err := user.LookupId(strconv.Itoa(os.Getuid()))
  if err != nil { panic(err) }
  fmt.Println(me.Username, me.HomeDir, same.Username)
}`;
const rust =
  'fn main() { println!("{} {}", std::env::var("USER").unwrap(), std::env::home_dir().unwrap().display()); }';
const c = `#include <pwd.h>
#include <stdio.h>
#include <unistd.h>
int main(void) { struct passwd *me = getpwuid(getuid()); printf("%s %s\\n", me->pw_name, me->pw_dir); }`;

describeWithDocker('the user of a sandbox', (fixture) => {
  beforeAll(() => installFamilies(['scripting', 'native', 'jvm'], fixture), installLimitMs);

  test.each([
    ['java', java, 'sandbox /tmp\n'],
    ['go', go, 'sandbox /tmp sandbox\n'],
    ['rust', rust, 'sandbox /tmp\n'],
    ['c', c, 'sandbox /tmp\n'],
    ['ruby', 'require "etc"; puts "#{Etc.getlogin} #{Dir.home} #{Etc.getpwuid.name}"', 'sandbox /tmp sandbox\n'],
    ['php', '<?php echo get_current_user(), " ", getenv("HOME"), "\\n";', 'sandbox /tmp\n'],
    ['perl', 'print join(" ", (getpwuid($<))[0, 7]), "\\n";', 'sandbox /tmp\n'],
    ['r', 'cat(Sys.info()[["user"]], path.expand("~"), "\\n")', 'sandbox /tmp \n'],
  ])('has a name and a home folder in %s', async (language, code, expected) => {
    const { stdout, stderr } = await run(fixture().engine, { language, code, timeoutMs: 60_000, memoryMb: 512 });
    expect(stderr).toBe('');
    expect(stdout).toBe(expected);
  });
});

const script = [
  'export PATH=/work/bin:$PATH LD_LIBRARY_PATH=/work/bin; cd /work && mkdir project && cd project',
  'git init --quiet 2>/tmp/log && echo text > file && git add file && git status --short',
  'git commit -m first >message 2>&1 && echo unexpected; grep -m 1 -o "Please tell me who you are" message; rm message',
  'git config --global user.name Me && git config --global user.email me@example.com && git commit --quiet -m first',
  'git log --format="%an %ae %s"; cd /work && git init --quiet . 2>/tmp/log && git status --short | head -n 1',
].join('\n');
const answer = 'A  file\nPlease tell me who you are\nMe me@example.com first\n?? bin/\n';

/** The git of this machine and its libraries, without those of every program. */
function gitFiles(): Record<string, Buffer> {
  const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  const libraries = execFileSync('ldd', [git], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  const own = libraries.filter((path) => !/^(libc\.|ld-)/.test(basename(path)));
  return Object.fromEntries([git, ...own].map((path) => [`bin/${basename(path)}`, readFileSync(path)]));
}

describeWithDocker('git of this machine in a sandbox', (fixture) => {
  test.skipIf(!hasCommand('git'))('owns /work, asks who commits, and finds its settings at home', async () => {
    const files = gitFiles();
    const code = `chmod +x bin/*\n${script}`;
    const { stdout, stderr } = await run(fixture().engine, { code, files, timeoutMs: 60_000 });
    expect({ stdout, stderr }).toEqual({ stdout: answer, stderr: '' });
    const sandbox = await openSandbox(fixture().engine);
    await sandbox.makeFolder('bin');
    for (const [path, content] of Object.entries(files)) {
      async function* chunks() {
        yield content;
      }
      await sandbox.writeFile(path, chunks(), { isNew: false, mode: 0o755 });
    }
    expect((await shell(sandbox, script)).stdout).toBe(answer);
    await sandbox.dispose();
  });
});
