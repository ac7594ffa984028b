/** The compile step's own limits, at a compiler that does what its source says: each at its real length. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileLimits } from '../../src-daemon/engine/docker/compile-limits.ts';
import { until } from '../support/until.ts';
import { containersOf, describeWithDocker, run } from './docker-fixture.ts';
import { fakeJava, removeJava } from './fake-java.ts';
import { isHere, processesMarked } from './marked-processes.ts';

// Perl is in every Debian; a Java source that is Perl is compiled by being run.
const java = fakeJava('4.5.6', 'exec perl /work/Main.java');

/** In the command line of everything that the sources start, to be found again on this machine. */
const mark = `compile-survivor-${randomUUID()}`;
const named = `$0 = "${mark}"; $| = 1; $SIG{TERM} = "IGNORE";`;
/** Says at how many it was first refused one more, and goes on trying. */
const bomb = `${named} my $made = 1; my $told = 0;
while (1) {
  my $child = fork;
  if (!defined $child) { print "refused at $made\\n" unless $told++; select undef, undef, undef, 0.2 }
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

    test('that never ends is ended by its own time limit, and one that forks without end stops at its own pids: nothing survives', {
      timeout: 3 * compileLimits.timeoutMs,
    }, async () => {
      const { engine, docker, instanceId } = fixture();
      // The run's limit is the program's, which never starts.
      const timeoutMs = 1000;
      const both = Promise.all(
        [`${named} while (1) {}`, bomb].map((code) => run(engine, { language: 'java', code, timeoutMs })),
      );
      if (await isHere(docker)) await until(async () => (await processesMarked(mark)) > compileLimits.pids / 2);
      const [looping, forking] = await both;
      expect(looping).toMatchObject({ status: 'timed_out', exitCode: null, signal: 'SIGKILL', stdout: '', files: [] });
      expect(forking).toMatchObject({ status: 'timed_out', exitCode: null, signal: 'SIGKILL', files: [] });
      const [, refusedAt] = /^refused at (\d+)\n$/.exec(forking?.stdout ?? '') ?? [];
      // init is one of them; a run's own 64 is not what stopped it.
      expect(Number(refusedAt)).toBeGreaterThan(64);
      expect(Number(refusedAt)).toBeLessThan(compileLimits.pids);
      await until(async () => (await containersOf(docker, instanceId)).length === 0);
      expect(await processesMarked(mark)).toBe(0);
    });
  },
  { keepsWarm: false, resourcesDir: java.resourcesDir },
);
