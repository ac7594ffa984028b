/** The limits of the compile step, tested with a compiler that runs its source as a Perl program. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileLimits } from '../../../../src-daemon/engine/compile/compile-limits.ts';
import { outputCapBytes } from '../../../../src-daemon/engine/engine.ts';
import { noneOmitted } from '../../../../src-daemon/engine/omitted-files.ts';
import { until } from '../../../support/until.ts';
import { classBytes } from '../../java/class-bytes.ts';
import { containersOf, describeWithDocker, run } from '../docker-fixture.ts';
import { fakeJava, removeJava } from '../images/fake-java.ts';
import { isHere, processesMarked } from '../sandbox/marked-processes.ts';

// Every Debian has Perl. This javac runs the "Java" source as a Perl program.
const java = fakeJava('4.5.6', 'exec perl /work/Main.java');

const hexOfBase = Buffer.from(classBytes.base, 'base64').toString('hex');

/** Compilers that violate a limit, each with the reason that the run reports. */
const compilers: readonly { what: string; code: string; exitCode?: number; reason: string }[] = [
  {
    what: 'reaches the limit of its processes',
    code: 'while (defined(my $child = fork)) { sleep 600 if $child == 0 } exit 3',
    exitCode: 3,
    reason: 'The compiler reached the limit of 128 processes.',
  },
  {
    what: 'reaches the limit of its files and folders',
    code: 'my $n = 0; while (open my $file, ">", "f$n") { $n++ } exit 2',
    exitCode: 2,
    reason: 'The compiler reached the limit of 4,096 files and folders in /work or /tmp.',
  },
  {
    what: 'leaves too many files',
    code: 'for my $n (1 .. 1030) { open my $file, ">", "f$n" }',
    reason: "The compiler made 1,030 files. At most 1,024 can go on to the program's sandbox.",
  },
  {
    what: 'leaves a program that is too large',
    code: 'open my $file, ">", "Main.class"; truncate $file, (64 << 20) + 1',
    reason: 'The compiled program is larger than the file size limit of 64 MiB.',
  },
  {
    what: 'leaves files that are too large in total',
    code: 'for my $name ("Main.class", "a", "b") { open my $file, ">", $name; truncate $file, 25 << 20 }',
    reason: 'The compiler made files of more than 64 MiB together.',
  },
  {
    what: 'leaves a file that cannot be read',
    code: 'open my $file, ">", "Main.class"; chmod 0, "Main.class"',
    reason: 'The compiler made files or folders that cannot be read.',
  },
  {
    what: 'leaves no file and prints an unfinished line',
    code: 'print STDERR "nothing to do"',
    reason:
      'The Java source has no class that can be run: declare `public static void main(String[] args)` in one of its classes.',
  },
  {
    // The image of this suite has no Java that could start the program.
    what: 'leaves a program that cannot be started',
    code: `# class Base {}\nopen my $file, ">", "Base.class"; print {$file} pack "H*", "${hexOfBase}"; close $file`,
    reason: 'The compiled program could not be started: the system answered ENOENT.',
  },
];

/** Part of the command line of every process that the sources start, so that the test finds these processes. */
const mark = `compile-survivor-${randomUUID()}`;
const named = `$0 = "${mark}"; $| = 1; $SIG{TERM} = "IGNORE";`;
/** Prints the number of processes at the first refused fork, and keeps trying. */
const bomb = `${named} my $made = 1; my $printed = 0;
while (1) {
  my $child = fork;
  if (!defined $child) { print "refused at $made\\n" unless $printed++; select undef, undef, undef, 0.2 }
  elsif ($child == 0) { sleep 600 while 1 }
  else { $made++ }
}`;

describeWithDocker(
  'a compile step',
  (fixture) => {
    beforeAll(async () => {
      const { engine } = fixture();
      await run(engine, { language: 'java' }).catch(() => undefined);
      await until(() => engine.languages().find(({ id }) => id === 'java')?.available === true);
    });
    afterAll(() => removeJava(fixture().docker, java.version));

    test.each(compilers)(
      'that $what fails, with the reason as the last line',
      async ({ code, exitCode = 1, reason }) => {
        const result = await run(fixture().engine, { language: 'java', code });
        expect(result).toMatchObject({
          status: 'failed',
          exitCode,
          signal: null,
          files: [],
          filesOmitted: noneOmitted,
        });
        const before = code.includes('nothing to do') ? 'nothing to do\n' : '';
        expect(result.stderr).toBe(`${before}strongroom: ${reason}\n`);
      },
    );

    test('that writes more than the cap still reports its reason, and the output is marked as truncated', async () => {
      const code = 'print STDERR "x" x (2 << 20)';
      const result = await run(fixture().engine, { language: 'java', code });
      expect(result).toMatchObject({ status: 'failed', stderrTruncated: true });
      expect(result.stderr.length).toBeLessThanOrEqual(outputCapBytes);
      expect(result.stderr).toMatch(/x\nstrongroom: The Java source has no class that can be run: .*\n$/);
    });

    test('has its own memory and time limits, whatever the limits of the run are', async () => {
      const { engine } = fixture();
      const hog = await run(engine, { language: 'java', code: 'my $x = "x" x (700 << 20)', memoryMb: 2048 });
      expect(hog.status).toBe('out_of_memory');
      expect(hog.stderr).toMatch(/^strongroom: The compiler reached the memory limit of 512 MiB\./m);
      const slow = await run(engine, { language: 'java', code: '1 while 1', compileTimeoutMs: 700, timeoutMs: 60_000 });
      expect(slow).toMatchObject({ status: 'timed_out', exitCode: null, signal: 'SIGKILL' });
      expect(slow.stderr).toBe(
        'strongroom: The compile step exceeded its time limit of 0.7 s. Set another limit for the compile step, of at most 600 s.\n',
      );
    });

    test('that loops is stopped by its time limit, one that forks by its process limit, and no process remains', {
      timeout: 3 * compileLimits.timeoutMs,
    }, async () => {
      const { engine, docker, instanceId } = fixture();
      // This limit applies to the program, which never starts.
      const timeoutMs = 1000;
      const both = Promise.all(
        [`${named} while (1) {}`, bomb].map((code) => run(engine, { language: 'java', code, timeoutMs })),
      );
      if (await isHere(docker)) await until(async () => (await processesMarked(mark)) > compileLimits.pids / 2);
      const [looping, forking] = await both;
      expect(looping).toMatchObject({ status: 'timed_out', exitCode: null, signal: 'SIGKILL', stdout: '', files: [] });
      expect(looping?.stderr).toMatch(/^strongroom: The compile step exceeded its time limit of 60 s\. /);
      expect(forking).toMatchObject({ status: 'timed_out', exitCode: null, signal: 'SIGKILL', files: [] });
      const [, refusedAt] = /^refused at (\d+)\n$/.exec(forking?.stdout ?? '') ?? [];
      // init counts as one. The fork was not stopped by the limit of a run, which is 64.
      expect(Number(refusedAt)).toBeGreaterThan(64);
      expect(Number(refusedAt)).toBeLessThan(compileLimits.pids);
      await until(async () => (await containersOf(docker, instanceId)).length === 0);
      expect(await processesMarked(mark)).toBe(0);
    });
  },
  { keepsWarm: false, resourcesDir: java.resourcesDir },
);
