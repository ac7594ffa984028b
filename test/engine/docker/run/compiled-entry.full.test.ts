import { beforeAll, expect, test } from 'vitest';
import { describeWithDocker, run } from '../docker-fixture.ts';
import { installFamilies, installLimitMs } from '../images/installed-families.ts';

describeWithDocker('a program in a folder', (fixture) => {
  beforeAll(() => installFamilies(['native', 'jvm'], fixture), installLimitMs);

  test.each([
    {
      language: 'c',
      entry: 'src/app.c',
      code: '#include <stdio.h>\n#include "name.h"\nint main(void) { puts(name()); }',
      files: { 'src/name.c': 'const char *name(void) { return "c"; }', 'src/name.h': 'const char *name(void);' },
    },
    {
      language: 'go',
      entry: 'cmd/tool/main.go',
      code: 'package main\nimport ("fmt"; "example.com/p/lib")\nfunc main() { fmt.Println(lib.Name()) }',
      files: { 'go.mod': 'module example.com/p\n', 'lib/lib.go': 'package lib\nfunc Name() string { return "go" }' },
    },
    {
      language: 'rust',
      entry: 'src/main.rs',
      code: 'mod name;\nfn main() { println!("{}", name::NAME); }',
      files: { 'src/name.rs': 'pub const NAME: &str = "rust";' },
    },
    {
      language: 'java',
      entry: 'src/main/java/a/b/App.java',
      code: 'package a.b; public class App { public static void main(String[] s) { System.out.println(a.Name.NAME); } }',
      files: {
        'src/main/java/a/Name.java': 'package a; public class Name { public static final String NAME = "java"; }',
      },
    },
  ])('is compiled with its neighbours: $language', async (job) => {
    expect(await run(fixture().engine, { ...job, timeoutMs: 60_000 })).toMatchObject({
      stderr: '',
      stdout: `${job.language}\n`,
      files: [],
    });
  });
});
