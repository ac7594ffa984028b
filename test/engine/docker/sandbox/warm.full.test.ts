import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWithDocker, newEngine, run } from '../docker-fixture.ts';
import { filesOf } from '../run/run-jobs.ts';
import { bootPrograms, type ComparedProgram, comparedPrograms } from './warm-programs.ts';

describeWithDocker(
  'a program in a warm interpreter',
  (fixture) => {
    const { engine: cold } = newEngine({ keepsWarm: false });
    beforeAll(() => cold.start());
    afterAll(() => cold.stop());

    test.each([...comparedPrograms, ...bootPrograms])(
      'has the same output as in a new interpreter: $name',
      async (program) => {
        const warm = await run(fixture().engine, jobFor(program));
        const fresh = await run(cold, jobFor(program));
        expect(visibleFieldsOf(warm)).toEqual(visibleFieldsOf(fresh));
        expect(warm.stdout + warm.stderr).not.toBe('');
      },
    );

    test('has the memory limit of its job, above or below the limit at boot', async () => {
      const code = `
import os
paths = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes']
print(next(open(path).read() for path in paths if os.path.exists(path)), end='')`;
      for (const memoryMb of [64, 256, 512]) {
        const { stdout } = await run(fixture().engine, { language: 'python', code, memoryMb });
        expect(Number(stdout)).toBe(memoryMb * 1024 * 1024);
      }
    });

    test('has no open file descriptor except its three standard streams', async () => {
      const code =
        'import os\nprint(*(os.readlink(f"/proc/self/fd/{n}").split(":")[0] for n in range(3)), os.closerange(3, 4))\ntry: os.fstat(3)\nexcept OSError as e: print(e)';
      const { stdout } = await run(fixture().engine, { language: 'python', code });
      expect(stdout).toBe('pipe pipe pipe None\n[Errno 9] Bad file descriptor\n');
    });

    test.each([
      ['python', 'print("hunter2" in open("/proc/self/environ").read(), __import__("os").environ["TOKEN"])'],
      [
        'javascript',
        'console.log(fs.readFileSync("/proc/self/environ", "utf8").includes("hunter2"), process.env.TOKEN)',
      ],
      [
        'typescript',
        'import fs from "node:fs"; console.log(fs.readFileSync("/proc/self/environ", "utf8").includes("hunter2"), process.env.TOKEN as string)',
      ],
    ])(
      '%s has the environment of its job, although /proc/self/environ shows that of its boot',
      async (language, code) => {
        const source = language === 'javascript' ? `const fs = require('node:fs'); ${code}` : code;
        const { stdout } = await run(fixture().engine, { language, code: source, env: { TOKEN: 'hunter2' } });
        expect(stdout.toLowerCase()).toBe('false hunter2\n');
      },
    );
  },
  { keepsWarm: true },
);

function jobFor({ name: _name, ...program }: ComparedProgram) {
  return program;
}

/** Returns the fields of a result that a client sees, without durations. */
function visibleFieldsOf(output: Awaited<ReturnType<typeof run>>) {
  const { status, exitCode, signal, stdout, stderr, filesOmitted } = output;
  return {
    status,
    exitCode,
    signal,
    stdout: steady(stdout),
    stderr: steady(stderr),
    files: filesOf(output),
    filesOmitted,
  };
}

/** Replaces addresses and process ids, which differ in each run. */
function steady(text: string): string {
  return text
    .replaceAll(/0x[0-9a-f]{6,}/g, '0x…')
    .replaceAll(/\(node:\d+\)/g, '(node:…)')
    .replaceAll(/process \d+/g, 'process …');
}
