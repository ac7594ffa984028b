/** The languages with large images, whose build takes minutes. */
import { expect, test } from 'vitest';
import { compileLimits } from '../../../../src-daemon/engine/compile/compile-limits.ts';
import { noneOmitted } from '../../../../src-daemon/engine/omitted-files.ts';
import { describeWithDocker, run } from '../docker-fixture.ts';
import { testLanguagesOf } from './language-suite.ts';
import { javaPrograms, libraries } from './not-programs.ts';
import { testSamplesOf } from './samples-suite.ts';

describeWithDocker('every language of the large images', (fixture) => {
  testLanguagesOf(['native', 'jvm'], fixture);
  testSamplesOf(['native', 'jvm'], fixture);

  test('a compile step has its own memory limit', async () => {
    const code = '#include "/dev/zero"';
    const result = await run(fixture().engine, { language: 'c', code, memoryMb: 1024 });
    expect(result.status).toBe('out_of_memory');
    expect(result.stderr).toMatch(/^strongroom: The compiler reached the memory limit of 512 MiB\./m);
    expect(result.memoryPeakBytes).toBeLessThanOrEqual(compileLimits.memoryMb * 1024 * 1024);
  });

  test('a program may have several source files', async () => {
    const result = await run(fixture().engine, {
      language: 'c',
      code: '#include "more/answer.h"\n#include <stdio.h>\nint main(void) { printf("%d\\n", answer()); }',
      files: { 'more/answer.h': 'int answer(void);', 'answer.c': 'int answer(void) { return 42; }' },
    });
    expect(result).toMatchObject({ stdout: '42\n', stderr: '', status: 'succeeded', files: [] });
  });

  test('an input file with the path of the compiler’s output is refused', async () => {
    const refused = run(fixture().engine, { language: 'go', files: { 'main/x': 'y' } });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test.each(libraries)(
    '$language: $what is not a program, so the run fails and reports the reason',
    async ({ language, code, stderr }) => {
      const result = await run(fixture().engine, { language, code });
      expect(result).toMatchObject({
        status: 'failed',
        exitCode: 1,
        signal: null,
        stdout: '',
        files: [],
        filesOmitted: noneOmitted,
      });
      expect(result.stderr).toMatch(stderr);
    },
  );

  test('a Go module with only a library is not a program', async () => {
    const files = { 'go.mod': 'module library\n' };
    const result = await run(fixture().engine, { language: 'go', code: 'package library\n', files });
    expect(result).toMatchObject({ status: 'failed', exitCode: 1 });
    expect(result.stderr).toMatch(/^strongroom: The Go source compiled to a library/m);
  });

  test.each(javaPrograms)('a Java program may start with $what', async ({ code, files = {} }) => {
    const result = await run(fixture().engine, { language: 'java', code, files });
    expect(result).toMatchObject({ stdout: 'ok\n', stderr: '', status: 'succeeded', files: [] });
  });

  test('a Java program reads an input file with its byte order mark', async () => {
    const read = 'System.out.println(java.nio.file.Files.size(java.nio.file.Path.of("Data.java")));';
    const code = `public class App { public static void main(String[] a) throws Exception { ${read} } }`;
    const files = { 'Data.java': '\uFEFFclass Data {}' };
    expect(await run(fixture().engine, { language: 'java', code, files })).toMatchObject({ stdout: '16\n' });
  });

  test('stack traces and compiler messages of a Java program have the file name of its class', async () => {
    const thrown = await run(fixture().engine, {
      language: 'java',
      code: 'public class Hello { public static void main(String[] args) { throw new RuntimeException("no"); } }',
    });
    expect(thrown).toMatchObject({ status: 'failed', exitCode: 1 });
    expect(thrown.stderr).toContain('at Hello.main(Hello.java:1)');
    const broken = await run(fixture().engine, { language: 'java', code: 'public class Hello { int x = ; }' });
    expect(broken.stderr).toContain('Hello.java:1: error: illegal start of expression');
  });

  test('an input file with the path of the Java source is refused', async () => {
    const refused = run(fixture().engine, { language: 'java', code: 'public class A {}', files: { 'A.java': '' } });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'files[0].path', message: 'is the name of the program itself' }],
    });
  });

  test('1,024 class files are accepted, and more are refused', async () => {
    const classes = (count: number) => Array.from({ length: count }, (_, index) => `class C${index} {}`).join('\n');
    const code = (count: number) =>
      `${classes(count - 1)}\npublic class App { public static void main(String[] a) {} }`;
    const refused = await run(fixture().engine, { language: 'java', code: code(1025) });
    expect(refused).toMatchObject({ status: 'failed', exitCode: 1, files: [], filesOmitted: noneOmitted });
    const reason = "The compiler made 1,025 files. At most 1,024 can go on to the program's sandbox.";
    expect(refused.stderr).toBe(`strongroom: ${reason}\n`);
    expect(await run(fixture().engine, { language: 'java', code: code(1024) })).toMatchObject({ status: 'succeeded' });
  });

  const large = /^strongroom: The compiled program is larger than the file size limit of 64 MiB\.$/m;

  test.each([
    { language: 'c', code: 'char x[100 << 20] = {1};\nint main(int n, char **v) { return x[n]; }' },
    { language: 'cpp', code: 'char x[100 << 20] = {1};\nint main(int n, char **v) { return x[n]; }' },
    {
      language: 'go',
      code: 'package main\nvar x = [100 << 20]byte{5: 1}\nfunc main() { println(len(x), x[len(x)-1]) }',
    },
  ])('a program in $language that is too large is refused with the file size limit', async ({ language, code }) => {
    const result = await run(fixture().engine, { language, code });
    expect(result).toMatchObject({ status: 'failed', exitCode: 1, files: [] });
    expect(result.stderr).toMatch(large);
  });

  test('a Rust program that is too large exceeds the memory limit of its compiler first', async () => {
    const code =
      'static X: [u8; 100 << 20] = [1; 100 << 20];\nfn main() { println!("{}", X[std::env::args().count()]); }';
    const result = await run(fixture().engine, { language: 'rust', code });
    expect(result.status).toBe('out_of_memory');
    expect(result.stderr).toMatch(/^strongroom: The compiler reached the memory limit of 512 MiB\./m);
  });

  test('a program in C of 50 MiB runs', async () => {
    const code = 'char x[50 << 20] = {1};\nint main(int n, char **v) { return x[n]; }';
    expect(await run(fixture().engine, { language: 'c', code })).toMatchObject({ status: 'succeeded', stderr: '' });
  });

  test('a compile step has the time limit of the request, and its error names the limit', async () => {
    // Templates whose size doubles at each level keep the compiler busy for hours.
    const code =
      'template <int n, int m> struct T { enum { v = T<n - 1, 2 * m>::v + T<n - 1, 2 * m + 1>::v }; };\n' +
      'template <int m> struct T<0, m> { enum { v = m }; };\nint main() { return T<25, 0>::v; }';
    const result = await run(fixture().engine, { language: 'cpp', code, compileTimeoutMs: 1500 });
    expect(result).toMatchObject({ status: 'timed_out', exitCode: null, signal: 'SIGKILL' });
    expect(result.stderr).toMatch(/^strongroom: The compile step exceeded its time limit of 1\.5 s\. /m);
  });
});
